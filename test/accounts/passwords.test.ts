import { describe, expect, test } from '@jest/globals'
import { checkPassword, passwordLength } from '../../src/accounts/password-rules.ts'
import { createPasswords } from '../../src/accounts/passwords.ts'

const cheap = createPasswords({ memory: 64, passes: 1, parallelism: 1 })
const strong = 'tidal lantern orbit moss'

describe('a stored password', () => {
  test('is argon2id at 19 MiB and two passes, with a salt of its own, in PHC format', async () => {
    const passwords = createPasswords()
    const one = await passwords.hash(strong)
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(await passwords.hash(strong))
    expect(await passwords.verify(one, strong)).toEqual({ matches: true, outdated: false })
  })

  test('is taken as it was typed: letter case, blanks and form of letters count', async () => {
    const hash = await cheap.hash(strong)
    for (const other of ['Tidal lantern orbit moss', `${strong} `, ` ${strong}`, strong.slice(0, -1)]) {
      expect((await cheap.verify(hash, other)).matches).toBe(false)
    }
    const long = 'é'.repeat(128)
    const longHash = await cheap.hash(long)
    expect((await cheap.verify(longHash, long)).matches).toBe(true)
    expect((await cheap.verify(longHash, `${'é'.repeat(127)}e`)).matches).toBe(false)
  })

  test('made with other parameters still matches, and is told to be outdated', async () => {
    const before = createPasswords({ memory: 128, passes: 2, parallelism: 1 })
    const hash = await before.hash(strong)
    expect(await cheap.verify(hash, strong)).toEqual({ matches: true, outdated: true })
    expect(await cheap.verify(hash, 'wrong')).toEqual({ matches: false, outdated: false })
    for (const other of [
      { memory: 64, passes: 2, parallelism: 1 },
      { memory: 64, passes: 1, parallelism: 2 },
    ]) {
      const verdict = await cheap.verify(await createPasswords(other).hash(strong), strong)
      expect(verdict).toEqual({ matches: true, outdated: true })
    }
  })

  test('of another algorithm is an error that names the format, and no wrong password', async () => {
    const bcrypt = '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'
    await expect(cheap.verify(bcrypt, strong)).rejects.toThrow('not argon2id in PHC format')
  })

  test('that does not exist matches nothing', async () => {
    expect(await cheap.verify(null, strong)).toEqual({ matches: false, outdated: false })
  })
})

test('a flood of sign-ins is bounded: what is over the bound is turned away, the rest is answered', async () => {
  const hash = await cheap.hash(strong)
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => cheap.verify(hash, strong)))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(100)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'overloaded', status: 503 })
  expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(60)
  expect((await cheap.verify(hash, strong)).matches).toBe(true)
})

describe('a new password', () => {
  const ask = (password: string) => checkPassword(password, 'ada.lovelace@example.org')
  const refusal = { code: 'invalid_parameter', details: [{ path: 'password' }] }

  test.each([
    'password1234',
    'qwertyuiopas',
    '123456789012',
    'aaaaaaaaaaaaaaaaaaaa',
    'abcdefghijkl',
    'iloveyou2024!',
    'plotgate2026',
    'adalovelace1',
  ])('that a guesser tries early is refused: %s', async password => {
    await expect(ask(password)).rejects.toMatchObject(refusal)
  })

  test('made of the words of the address is refused for this address only', async () => {
    const own = 'zyvorquix.norvik@ostrabel.example'
    for (const password of ['zyvorquix2024!', 'norvik123456', 'ostrabel_2024', 'ZyvorquixNorvik']) {
      await expect(checkPassword(password, own)).rejects.toMatchObject(refusal)
      expect(await ask(password)).toBeUndefined()
    }
  })

  test.each([
    strong,
    'harbourkettle',
    'correct horse battery staple',
    'kX8$mmqpz71L',
    'пароль из четырёх слов',
    '🦊🌧🧭🪵🎻🧊🪐🦉🌵🧵🪞🛶',
  ])('may be %s: there are no rules of composition', async password =>
    expect(await ask(password)).toBeUndefined(),
  )

  test(`has ${passwordLength.min} to ${passwordLength.max} characters`, async () => {
    await expect(ask('kX8$mmqpz71')).rejects.toMatchObject(refusal)
    const long = 'kX8$mmqpz71Lqw!vR2'.repeat(8)
    expect(await ask(long.slice(0, passwordLength.max))).toBeUndefined()
    await expect(ask(long.slice(0, passwordLength.max + 1))).rejects.toMatchObject(refusal)
  })

  test('of the greatest length is checked in no noticeable time', async () => {
    const begun = process.cpuUsage()
    await ask('ab12'.repeat(32)).catch(() => undefined)
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2_000)
  })
})
