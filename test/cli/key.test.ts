import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createKeys, type Keys } from '../../src/accounts/api-keys/keys.ts'
import { readFutureDate } from '../../src/domain/durations.ts'
import type { Store } from '../../src/domain/ports.ts'
import { openStore } from '../../src/storage/open.ts'
import { run } from '../support/command.ts'

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')
let dataDir = ''
/** A service that runs all the while, over the same file. */
let store: Store
let keys: Keys

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plotgate-cli-'))
  store = await openStore({ mongodbUrl: null, dataDir })
  keys = createKeys(store)
})
afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

const plotgate = (...args: string[]) =>
  promisify(execFile)(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, BASE_URL: 'https://plots.example.org' },
  })

describe('plotgate key', () => {
  test('create prints the key and nothing else; it works at once on a running service', async () => {
    const { stdout, stderr } = await plotgate('key', 'create', '--name', 'report')
    expect(stdout).toMatch(/^pg_[0-9A-Za-z]{49}\n$/)
    expect(stderr).toBe('')
    const actor = await keys.authenticate(`Bearer ${stdout.trim()}`)
    expect(actor.scopes.size).toBe(4)
    expect(actor.accountId).toBe('operator')
  })

  test('create takes an account, scopes and an expiry; list shows them; revoke ends the key', async () => {
    const { stdout } = await plotgate(
      ...['key', 'create', '--name', 'nightly', '--email', 'Ada@example.org'],
      ...['--scopes', 'graphs:write', 'graphs:read', '--expires', '90d'],
    )
    const secret = stdout.trim()
    const actor = await keys.authenticate(`Bearer ${secret}`)
    expect([...actor.scopes]).toEqual(['graphs:write', 'graphs:read'])

    const [head, first] = (await plotgate('key', 'list')).stdout.split('\n')
    expect(head).toMatch(/^ID +STATE +NAME +KEY +ACCOUNT +CREATED +LAST USED +EXPIRES +SCOPES$/)
    expect(first).toContain('ada@example.org')
    expect(first).toContain('active')
    expect(first).not.toContain(secret.slice(8))

    const id = first?.split(' ')[0] ?? ''
    expect((await plotgate('key', 'revoke', id)).stdout).toBe(`revoked nightly (${secret.slice(0, 8)}…)\n`)
    await expect(createKeys(store).authenticate(`Bearer ${secret}`)).rejects.toMatchObject({ status: 401 })
  })

  test.each([
    [['key', 'create'], '--name'],
    [['key', 'create', '--name', 'x', '--scopes', 'graphs:own'], 'graphs:own'],
    [['key', 'create', '--name', 'x', '--expires', 'soon'], '--expires'],
    [['key', 'create', '--name', 'x', '--email', 'ada'], 'e-mail'],
    [['key', 'revoke', 'nothing'], 'nothing'],
  ])('%j fails and says why', async (args, told) => {
    const failure = await plotgate(...args).catch(error => error)
    expect(failure).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(told) })
    expect(failure.stderr).not.toContain('    at ')
  })
})

test('plotgate account graphs-stay says what it has set', async () => {
  const stay = async (length: string) => (await plotgate('account', 'graphs-stay', 'operator', length)).stdout
  expect(await stay('90d')).toBe('new graphs of operator stay for 90d\n')
  expect(await stay('forever')).toBe('new graphs of operator stay forever\n')
})

test('plotgate account invite prints a one-time link under BASE_URL', async () => {
  const { stdout, stderr } = await plotgate('account', 'invite', 'grace@example.org')
  expect(stderr).toBe('Works once, within 7 days. Hand it to grace@example.org and nobody else.\n')
  expect(stdout).toMatch(/^https:\/\/plots\.example\.org\/account\/link\/[\w-]{43}\n$/)
})

describe('where there is no store', () => {
  const without = (...args: string[]) => run(args, { DATA_DIR: join(dataDir, 'elsewhere') })

  test.each([
    ['key list'],
    ['key revoke x'],
    ['account reset operator'],
    ['account sign-out operator'],
    [`backup ${join(tmpdir(), 'never-written.backup')}`],
  ])('%s is refused, and creates none', async line => {
    const { code, stdout, stderr } = await without(...line.split(' '))
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `plotgate: there is no store in ${join(dataDir, 'elsewhere')}: set DATA_DIR to the folder of the service's store\n`,
    )
    expect(existsSync(join(dataDir, 'elsewhere'))).toBe(false)
  })

  test.each([
    ['key create --name '],
    ['key create --name x --scopes graphs:own'],
    ['key create --name x --scopes ,'],
    ['key create --name x --expires soon'],
    ['key create --name x --email ada'],
    ['account invite ada'],
    [`restore ${join(tmpdir(), 'never-written.backup')}`],
  ])('%s is wrong, and creates none', async line => {
    const { code, stderr } = await without(...line.split(' '))
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^plotgate: .+\n$/)])
    expect(existsSync(join(dataDir, 'elsewhere'))).toBe(false)
  })

  test('key create creates one and says where', async () => {
    const { code, stdout, stderr } = await without('key', 'create', '--name', 'first')
    expect([code, stderr]).toEqual([
      0,
      `there was no store in ${join(dataDir, 'elsewhere')} (DATA_DIR); creating one\n`,
    ])
    expect(stdout).toMatch(/^pg_/)
  })
})

describe('an expiry', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  test.each([
    ['90d', '2027-02-18T10:00:00.000Z'],
    ['12h', '2026-11-20T22:00:00.000Z'],
    ['1w', '2026-11-27T10:00:00.000Z'],
    ['1y', '2027-11-20T10:00:00.000Z'],
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['2030-01-31T10:00', '2030-01-31T10:00:00.000Z'],
    ['2030-01-31 10:00:30', '2030-01-31T10:00:30.000Z'],
    ['2030-01-31T10:00:30.5Z', '2030-01-31T10:00:30.500Z'],
    ['2030-01-31T10:00:00+05:30', '2030-01-31T04:30:00.000Z'],
  ])('%s is %s', (given, expected) =>
    expect(readFutureDate('--expires', given, now).toISOString()).toBe(expected),
  )

  test.each([
    ...['', '0d', '90', '2020-01-01', 'd', '-1d', '99999y'],
    ...['2030-02-30', '2030-13-01', '2030-01-31 (noon)', '2030-01-31 PST', '2030-01-31T25:00'],
  ])('%j is none', given => expect(() => readFutureDate('--expires', given, now)).toThrow('--expires'))

  test('without a zone is in UTC, wherever the service runs', () => {
    const code = `import { readFutureDate } from './src/domain/durations.ts'
      console.log(readFutureDate('e', '2030-01-31T10:00', new Date()).toISOString())`
    const env = { ...process.env, TZ: 'America/New_York' }
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env,
      encoding: 'utf8',
    })
    expect(printed.trim()).toBe('2030-01-31T10:00:00.000Z')
  })
})
