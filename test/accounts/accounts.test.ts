import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { AccountEvent } from '../../src/accounts/account-event.ts'
import type { SignedIn } from '../../src/accounts/account-session.ts'
import { type Accounts, createAccounts } from '../../src/accounts/accounts.ts'
import { createKeys, type Keys } from '../../src/accounts/api-keys/keys.ts'
import { allowances } from '../../src/accounts/login-throttle.ts'
import { createOperator, type Operator } from '../../src/accounts/operator.ts'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { newKeySecret, newToken } from '../../src/accounts/secret.ts'
import type { Store } from '../../src/domain/ports.ts'
import { sampleFigure, sampleRecord } from '../storage/samples.ts'
import { standingClock, useTestStore, withRecordCalls } from '../support/store.ts'

const passwords = createPasswords({ memory: 64, passes: 1, parallelism: 1 })
const good = 'tidal lantern orbit moss'
const better = 'violet harbour anthem kettle'
const unauthenticated = { code: 'unauthenticated', status: 401 }

const opened = useTestStore()
let clock: ReturnType<typeof standingClock>
let accounts: Accounts
let operator: Operator
let keys: Keys
let events: AccountEvent[] = []
let email = ''
let address = ''
let next = 0

const build = (signup: 'open' | 'invite' | 'closed') =>
  createAccounts(opened.store, {
    ...clock,
    signup,
    passwords,
    onEvent: event => events.push(event),
    // What is still removed some seconds later may meet the end of this suite.
    onError: () => {},
  })

beforeAll(() => {
  operator = createOperator(opened.store)
  keys = createKeys(opened.store)
})
beforeEach(() => {
  clock = standingClock()
  events = []
  accounts = build('open')
  email = `ada-${next++}@example.org`
  address = `192.0.2.${next}`
})

/** A store that tells of every read of a record. */
const countingReads = (store: Store, onRead: () => void): Store => ({
  ...store,
  records: <T extends object>(name: string) => {
    const records = store.records<T>(name)
    return {
      ...records,
      get(id: string) {
        onRead()
        return records.get(id)
      },
    }
  },
})

const caller = () => ({ address, browser: 'Test' })
const signUp = (password = good, name = email) => accounts.signUp({ email: name, password, address })
const signIn = (password = good, name = email, knownBrowser?: string): Promise<SignedIn> =>
  accounts.signIn({ ...caller(), name, password, session: undefined, knownBrowser })

async function visit(tokens: SignedIn) {
  const found = await accounts.sessionOf(tokens.session)
  if (!found) throw new Error('not signed in')
  return found
}

describe('signing up and in', () => {
  test('gives a session that may do everything with what is its own', async () => {
    await signUp()
    const { account, actor } = await visit(await signIn())
    expect(account.email).toBe(email)
    expect([...actor.scopes]).toEqual(['graphs:write', 'graphs:delete', 'graphs:read', 'keys:manage'])
    expect(actor.accountId).toBe(account.accountId)
  })

  test('takes the address in any letter case', async () => {
    await signUp(good, email.toUpperCase())
    await expect(signIn(good, ` ${email} `)).resolves.toBeDefined()
  })

  test('a session of before ends: a planted one is worth nothing', async () => {
    await signUp()
    const before = await signIn()
    const after = await accounts.signIn({ ...caller(), name: email, password: good, ...before })
    expect(after.session).not.toBe(before.session)
    expect(await accounts.sessionOf(before.session)).toBeNull()
  })

  test('a wrong password and an unknown address get the same answer', async () => {
    await signUp()
    const wrong = await signIn(better).catch(error => error)
    const unknown = await signIn(good, 'nobody@example.org').catch(error => error)
    const nonsense = await signIn(good, 'no address').catch(error => error)
    expect(wrong).toMatchObject(unauthenticated)
    for (const other of [unknown, nonsense]) {
      expect({ ...other, message: other.message }).toEqual({ ...wrong, message: wrong.message })
    }
  })

  test('costs the same two password checks whoever is asked for', async () => {
    await signUp()
    let checks = 0
    const counting = {
      hash: passwords.hash,
      verify: (hash: string | null, password: string) => {
        checks += 1
        return passwords.verify(hash, password)
      },
    }
    const counted = createAccounts(opened.store, {
      ...clock,
      signup: 'open',
      passwords: counting,
      onError() {},
    })
    const cost = async (name: string, password: string) => {
      checks = 0
      const request = { ...caller(), name, password, session: undefined, knownBrowser: undefined }
      await counted.signIn(request).catch(() => undefined)
      return checks
    }
    expect(await cost(email, good)).toBe(2)
    expect(await cost(email, better)).toBe(2)
    expect(await cost('nobody@example.org', good)).toBe(2)
    expect(await cost('', '')).toBe(2)
  })

  test('costs the same reads of the store whoever is asked for', async () => {
    await signUp()
    let reads = 0
    const counted = createAccounts(
      countingReads(opened.store, () => reads++),
      {
        ...clock,
        signup: 'open',
        passwords,
        onError() {},
      },
    )
    const cost = async (name: string) => {
      reads = 0
      const request = { ...caller(), name, password: better, session: undefined, knownBrowser: undefined }
      await expect(counted.signIn(request)).rejects.toMatchObject(unauthenticated)
      return reads
    }
    // The first try of a name makes its count of tries, later ones change it.
    for (let i = 0; i < 3; i++) expect(await cost(email)).toBe(await cost(`nobody-${email}`))
  })

  /** Accounts where `happens` once, while the password of a sign-in is checked. */
  function whileChecked(happens: () => Promise<unknown>): Accounts {
    let isDone = false
    return createAccounts(opened.store, {
      ...clock,
      signup: 'open',
      passwords: {
        hash: passwords.hash,
        async verify(hash, password) {
          const verdict = await passwords.verify(hash, password)
          if (!isDone) {
            isDone = true
            await happens()
          }
          return verdict
        },
      },
      onError() {},
    })
  }
  const late = () => ({
    ...caller(),
    name: email,
    password: good,
    session: undefined,
    knownBrowser: undefined,
  })

  test('leaves no session where the password was changed while it was checked', async () => {
    await signUp()
    const owner = await visit(await signIn())
    const slow = whileChecked(() => accounts.changePassword(owner, good, better, caller()))
    await expect(slow.signIn(late())).rejects.toMatchObject(unauthenticated)
    expect(await accounts.sessions(await visit(await signIn(better)))).toHaveLength(2)
  })

  test('leaves no session where the account was deleted while the password was checked', async () => {
    await signUp()
    const owner = await visit(await signIn())
    const slow = whileChecked(() => accounts.remove(owner, good, 'keep'))
    await expect(slow.signIn(late())).rejects.toMatchObject(unauthenticated)
    expect(await accounts.sessions(owner)).toEqual([])
  })

  test('a taken address is not told: the answer is the same, and the account unchanged', async () => {
    await expect(signUp(good)).resolves.toBeUndefined()
    await expect(signUp(better)).resolves.toBeUndefined()
    await expect(signIn(good)).resolves.toBeDefined()
    await expect(signIn(better)).rejects.toMatchObject(unauthenticated)
  })

  test('a taken address leaves no second account in the store', async () => {
    await signUp(good)
    await signUp(better)
    const kept = await opened.store.records<{ email: string }>('accounts').list()
    expect(kept.filter(({ value }) => value.email === email)).toHaveLength(1)
  })

  test.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    `${'x'.repeat(250)}@example.org`,
    'operator',
  ])('takes no address such as %j', async name =>
    expect(signUp(good, name)).rejects.toMatchObject({ details: [{ path: 'email' }] }),
  )

  test('a hash of older parameters is renewed by signing in', async () => {
    const before = createPasswords({ memory: 128, passes: 1, parallelism: 1 })
    const old = createAccounts(opened.store, { ...clock, signup: 'open', passwords: before, onError() {} })
    await old.signUp({ email, password: good, address })
    const { account } = await visit(await signIn())
    expect(account.passwordHash).toContain('m=64,')
  })

  test('many accounts from one address are slowed down', async () => {
    for (let made = 0; made < allowances.signUp.free; made++) await signUp(good, `${made}-${email}`)
    await expect(signUp(good, `more-${email}`)).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describe('SIGNUP', () => {
  test.each(['invite', 'closed'] as const)('%s refuses to sign up', async signup => {
    accounts = build(signup)
    await expect(signUp()).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('invite lets in who follows a link; closed lets nobody in', async () => {
    const token = await operator.invite(email)
    accounts = build('closed')
    await expect(accounts.followLink(token, good, caller())).rejects.toMatchObject({ code: 'forbidden' })
    accounts = build('invite')
    expect((await visit(await accounts.followLink(token, good, caller()))).account.email).toBe(email)
  })

  test('closed still lets people choose a new password by a link', async () => {
    await accounts.followLink(await operator.invite(email), good, caller())
    accounts = build('closed')
    await accounts.followLink(await operator.reset(email), better, caller())
    await expect(signIn(better)).resolves.toBeDefined()
  })
})

describe('an address is an identity only once it is verified', () => {
  test('who signs up with an address that the operator used inherits nothing', async () => {
    const { key } = await operator.createKey({ name: 'made by the operator' }, email)
    await signUp()
    const { account, actor } = await visit(await signIn())
    expect(account.accountId).not.toBe(key.accountId)
    expect(await keys.list(actor)).toEqual([])
  })

  test('what the operator makes for an address does not go to who merely signed up with it', async () => {
    await signUp()
    const { account } = await visit(await signIn())
    const { key } = await operator.createKey({ name: 'made by the operator' }, email)
    expect(key.accountId).not.toBe(account.accountId)
  })

  test('who follows the link of an invitation gets what the operator made for the address', async () => {
    const { key } = await operator.createKey({ name: 'made by the operator' }, email)
    await signUp(better)
    const tokens = await accounts.followLink(await operator.invite(email), good, caller())
    expect((await visit(tokens)).account.accountId).toBe(key.accountId)
    // The other one keeps its own account and password.
    expect((await visit(await signIn(better))).account.accountId).not.toBe(key.accountId)
    expect((await visit(await signIn(good))).account.accountId).toBe(key.accountId)
  })

  test('a reset verifies a claimed account; keys and sessions of before end, as anybody could have made them', async () => {
    await signUp()
    const before = await signIn()
    const { account, actor } = await visit(before)
    const { secret } = await keys.create(actor, { name: 'of whoever signed up' })
    const tokens = await accounts.followLink(await operator.reset(email), better, caller())
    const after = await visit(tokens)
    expect(after.account).toMatchObject({ accountId: account.accountId, hold: 'proven' })
    expect(await accounts.sessionOf(before.session)).toBeNull()
    await expect(signIn(good)).rejects.toMatchObject(unauthenticated)
    await expect(createKeys(opened.store).authenticate(`Bearer ${secret}`)).rejects.toMatchObject(
      unauthenticated,
    )
  })

  test('a key that the operator makes for an address while its owner follows a link stays valid', async () => {
    await signUp()
    const token = await operator.reset(email)
    let made: Promise<{ secret: string }> | undefined
    const store = withRecordCalls(opened.store, 'account-names', records => ({
      async insert(...given) {
        made ??= operator.createKey({ name: 'made meanwhile' }, email)
        await made
        return records.insert(...given)
      },
    }))
    const slow = createAccounts(store, { ...clock, signup: 'open', passwords, onError() {} })
    await slow.followLink(token, better, caller())
    const { secret } = (await made) ?? { secret: '' }
    await expect(createKeys(opened.store).authenticate(`Bearer ${secret}`)).resolves.toBeDefined()
    await expect(signIn(better)).resolves.toBeDefined()
  })

  test('a reset of a verified account keeps its keys', async () => {
    const { secret } = await operator.createKey({ name: 'report' }, email)
    await accounts.followLink(await operator.invite(email), good, caller())
    await accounts.followLink(await operator.reset(email), better, caller())
    await expect(keys.authenticate(`Bearer ${secret}`)).resolves.toBeDefined()
  })
})

describe('a one-time link', () => {
  test('works once, and looking at it uses nothing up', async () => {
    const token = await operator.invite(email)
    expect(await accounts.link(token)).toEqual({ kind: 'invite', email })
    expect(await accounts.link(token)).toEqual({ kind: 'invite', email })
    await accounts.followLink(token, good, caller())
    expect(await accounts.link(token)).toBeNull()
    await expect(accounts.followLink(token, better, caller())).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of two who follow it at once, one is let in', async () => {
    const token = await operator.invite(email)
    const both = [accounts.followLink(token, good, caller()), accounts.followLink(token, better, caller())]
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('survives a password that is refused', async () => {
    const token = await operator.invite(email)
    await expect(accounts.followLink(token, 'short', caller())).rejects.toMatchObject({
      code: 'invalid_parameter',
    })
    await expect(accounts.followLink(token, good, caller())).resolves.toBeDefined()
  })

  test('is replaced by the next one', async () => {
    const first = await operator.invite(email)
    const second = await operator.invite(email)
    expect(await accounts.link(first)).toBeNull()
    expect(await accounts.link(second)).not.toBeNull()
  })

  test('is stored hashed', async () => {
    const token = await operator.invite(email)
    expect(JSON.stringify(await opened.store.records('links').list())).not.toContain(token)
  })

  test('is not made where it would mislead the operator', async () => {
    await expect(operator.reset(email)).rejects.toMatchObject({ code: 'not_found' })
    await accounts.followLink(await operator.invite(email), good, caller())
    await expect(operator.invite(email)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('opens the account of the operator, too', async () => {
    const tokens = await accounts.followLink(await operator.reset('operator'), good, caller())
    const { key } = await operator.createKey({ name: 'of the operator' })
    expect((await visit(tokens)).account.accountId).toBe(key.accountId)
    expect((await visit(await signIn(good, 'operator'))).account.accountId).toBe(key.accountId)
  })
})

test('a link and a key that have ended cost the same reads as those that never were', async () => {
  const used = await operator.invite(email)
  await accounts.followLink(used, good, caller())
  const replaced = await operator.reset(email)
  await operator.reset(email)
  const [revoked, expired] = await Promise.all([
    operator.createKey({ name: 'revoked' }, email),
    operator.createKey({ name: 'expired', expiresAt: new Date(clock.now() + 3_600_000) }, email),
  ])
  await operator.revokeKey(revoked.key.keyId)
  clock.pass(3_600_000)

  let reads = 0
  const counting = countingReads(opened.store, () => {
    reads += 1
  })
  const counted = createAccounts(counting, { ...clock, signup: 'open', passwords, onError() {} })
  const cost = async (ask: () => Promise<unknown>) => {
    reads = 0
    await ask().catch(() => null)
    return reads
  }
  const tokens = [newToken(), used, replaced]
  const secrets = [newKeySecret(), revoked.secret, expired.secret]
  const asked = [
    ...tokens.flatMap(token => [
      () => counted.link(token),
      () => counted.followLink(token, good, caller()),
      () => counted.signInByLink(token, caller()),
    ]),
    ...secrets.map(secret => () => createKeys(counting, clock).authenticate(`Bearer ${secret}`)),
  ]
  for (const ask of asked) expect(await cost(ask)).toBe(1)
})

describe('guessing a password', () => {
  const guess = async (count: number) => {
    for (let tried = 0; tried < count; tried++) await signIn(`${better} ${tried}`).catch(() => undefined)
  }
  const limited = { code: 'rate_limited', status: 429 }

  test('is slowed down alike for an account and for a name that has none', async () => {
    await signUp()
    await guess(allowances.name.free)
    await expect(signIn()).rejects.toMatchObject(limited)
    email = `nobody-${next}@example.org`
    await guess(allowances.name.free)
    await expect(signIn()).rejects.toMatchObject(limited)
  })

  test('does not lock out the browser that its owner signed in with before', async () => {
    await signUp()
    const { knownBrowser } = await signIn()
    // The guesser shares the address, too.
    await guess(allowances.name.free + 3)
    for (let tried = 0; tried < allowances.address.free; tried++) {
      await signIn(good, `${tried}-${email}`).catch(() => undefined)
    }
    await expect(signIn(good)).rejects.toMatchObject(limited)
    await expect(signIn(good, email, knownBrowser)).resolves.toBeDefined()
    // Nor does its owner's success free the guesser.
    await expect(signIn(good, `more-${email}`)).rejects.toMatchObject(limited)
  })

  test('does not slow down people who sign in from one address with the right passwords', async () => {
    await signUp()
    for (let signedIn = 0; signedIn < allowances.address.free + 3; signedIn++) await signIn()
    await expect(signIn()).resolves.toBeDefined()
  })

  test('a known browser of one account is a stranger to another', async () => {
    await signUp()
    const { knownBrowser } = await signIn()
    email = `other-${email}`
    await signUp()
    await guess(allowances.name.free)
    await expect(signIn(good, email, knownBrowser)).rejects.toMatchObject(limited)
  })

  test('does not hold up a one-time link, which also ends the wait', async () => {
    await accounts.followLink(await operator.invite(email), good, caller())
    await guess(allowances.name.free + 1)
    await accounts.followLink(await operator.reset(email), better, caller())
    await expect(signIn(better)).resolves.toBeDefined()
  })

  test('over many names from one address is slowed down', async () => {
    for (let tried = 0; tried < allowances.address.free; tried++) {
      await signIn(good, `${tried}-${email}`).catch(() => undefined)
    }
    await expect(signIn(good, `last-${email}`)).rejects.toMatchObject(limited)
  })

  test('of an open session is slowed down as well', async () => {
    await signUp()
    const here = await visit(await signIn())
    for (let tried = 0; tried < allowances.browser.free; tried++) {
      await accounts.changePassword(here, `${tried}`, better, caller()).catch(() => undefined)
    }
    await expect(accounts.changePassword(here, good, better, caller())).rejects.toMatchObject(limited)
  })
})

test('what happens to an account is told, with whose it is and from where', async () => {
  await signUp()
  // A second claim of the address makes no account.
  await signUp(better)
  await signIn(better).catch(() => {})
  const here = await visit(await signIn())
  await accounts.changePassword(here, better, good, caller()).catch(() => {})
  await accounts.changePassword(here, good, better, caller())
  const token = await operator.reset(email)
  const followed = await visit(await accounts.followLink(token, good, caller()))
  await accounts.signOutEverywhere(followed, good)
  await accounts.remove(followed, good, 'keep')
  const { accountId } = here.account
  expect(events).toEqual([
    { event: 'signed_up', accountId, address },
    { event: 'sign_in_refused', accountId: null, address },
    { event: 'signed_in', accountId, address },
    { event: 'password_refused', accountId },
    { event: 'password_changed', accountId, address },
    { event: 'link_followed', accountId, address },
    { event: 'signed_out_everywhere', accountId },
    { event: 'account_deleted', accountId },
  ])
})

test('signing up takes no password that would be refused later', async () => {
  await expect(signUp('short')).rejects.toMatchObject({ code: 'invalid_parameter' })
  await expect(signIn('short')).rejects.toMatchObject(unauthenticated)
})

test('signing out ends the session, and the others are listed', async () => {
  await signUp()
  const [one, other] = [await signIn(), await signIn()]
  expect(await accounts.sessions(await visit(one))).toHaveLength(2)
  await accounts.signOut(other.session)
  expect(await accounts.sessionOf(other.session)).toBeNull()
  expect(await accounts.sessions(await visit(one))).toHaveLength(1)
})

test('a password does not expire', async () => {
  await signUp()
  clock.pass(3 * 365 * 86_400_000)
  await expect(signIn()).resolves.toBeDefined()
})

describe('changing the password', () => {
  test('needs the current one', async () => {
    await signUp()
    const here = await visit(await signIn())
    await expect(accounts.changePassword(here, better, better, caller())).rejects.toMatchObject({
      details: [{ path: 'current' }],
    })
    await expect(signIn(good)).resolves.toBeDefined()
  })

  test('ends every session and gives a new one; known browsers and links end with it', async () => {
    await signUp()
    const [one, two] = [await signIn(), await signIn()]
    const link = await operator.reset(email)
    const three = await accounts.changePassword(await visit(one), good, better, caller())
    expect(await accounts.sessionOf(one.session)).toBeNull()
    expect(await accounts.sessionOf(two.session)).toBeNull()
    expect(await accounts.sessionOf(three.session)).not.toBeNull()
    expect(await accounts.link(link)).toBeNull()
    await expect(signIn(good)).rejects.toMatchObject(unauthenticated)
    await expect(signIn(better)).resolves.toBeDefined()
  })

  test('twice at once succeeds once, and the other is told', async () => {
    await signUp()
    const here = await visit(await signIn())
    const third = 'amber quarry whistle dune'
    const outcomes = await Promise.allSettled(
      [better, third].map(password => accounts.changePassword(here, good, password, caller())),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const chosen = outcomes[0]?.status === 'fulfilled' ? better : third
    await expect(signIn(chosen)).resolves.toBeDefined()
  })

  test('signing out everywhere needs it and ends every session', async () => {
    await signUp()
    const [one, two] = [await signIn(), await signIn()]
    await expect(accounts.signOutEverywhere(await visit(one), better)).rejects.toMatchObject({ status: 400 })
    await accounts.signOutEverywhere(await visit(one), good)
    expect(await accounts.sessionOf(one.session)).toBeNull()
    expect(await accounts.sessionOf(two.session)).toBeNull()
  })
})

describe('deleting the account', () => {
  test('needs the password, and ends keys, sessions and the name', async () => {
    await signUp()
    const tokens = await signIn()
    const here = await visit(tokens)
    const { secret } = await keys.create(here.actor, { name: 'report' })
    await expect(accounts.remove(here, better, 'keep')).rejects.toMatchObject({
      details: [{ path: 'current' }],
    })
    await accounts.remove(here, good, 'keep')
    expect(await accounts.sessionOf(tokens.session)).toBeNull()
    await expect(signIn()).rejects.toMatchObject(unauthenticated)
    await expect(createKeys(opened.store).authenticate(`Bearer ${secret}`)).rejects.toMatchObject(
      unauthenticated,
    )
  })

  test.each(['keep', 'delete'] as const)('its graphs: %s', async fate => {
    await signUp()
    const here = await visit(await signIn())
    const record = sampleRecord({ accountId: here.account.accountId })
    await opened.store.graphs.insert(record, sampleFigure())
    await accounts.remove(here, good, fate)
    expect((await opened.store.graphs.find(record.graphId)) !== null).toBe(fate === 'keep')
  })

  test('frees the address for a new account, which sees nothing of the old one', async () => {
    await signUp()
    const here = await visit(await signIn())
    await accounts.remove(here, good, 'keep')
    await signUp(better)
    expect((await visit(await signIn(better))).account.accountId).not.toBe(here.account.accountId)
  })

  test('frees the address, too, where the service had stopped while it was verified', async () => {
    await signUp()
    const { accountId } = (await visit(await signIn())).account
    await opened.store.records('account-names').insert(`proven:${email}`, { accountId })
    await accounts.remove(await visit(await signIn()), good, 'keep')
    await accounts.followLink(await operator.invite(email), better, { address, browser: '' })
    expect((await visit(await signIn(better))).account.accountId).not.toBe(accountId)
  })
})
