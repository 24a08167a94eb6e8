/** The operator's commands for all accounts, and the first start of a service. */

import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { AccountEvent } from '../../src/accounts/account-event.ts'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { createKeys } from '../../src/accounts/api-keys/keys.ts'
import { createGraphLifetimes } from '../../src/accounts/graph-lifetimes.ts'
import { createOperator, firstStart, type Operator } from '../../src/accounts/operator.ts'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { newKeySecret } from '../../src/accounts/secret.ts'
import { scopes } from '../../src/domain/actor.ts'
import { accountIdOf } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'
import { openTestStore, type TestStore, useTestStore, withRecordCalls } from '../support/store.ts'

const passwords = createPasswords({ memory: 64, passes: 1, parallelism: 1 })
const password = 'tidal lantern orbit moss'
const unauthenticated = { code: 'unauthenticated', status: 401 }

const opened = useTestStore()
let operator: Operator
let events: AccountEvent[] = []
let email = ''
let next = 0

const open = (store: Store) =>
  createAccounts(store, {
    signup: 'open',
    passwords,
    onEvent: event => events.push(event),
    onError() {},
  })

beforeAll(() => {
  operator = createOperator(opened.store)
})
beforeEach(() => {
  events = []
  email = `ada-${next++}@example.org`
})

const caller = () => ({ address: `192.0.2.${next}`, browser: 'Test' })
const signUp = (accounts = open(opened.store)) => accounts.signUp({ email, password, ...caller() })
const signIn = (accounts = open(opened.store)) =>
  accounts.signIn({ ...caller(), name: email, password, session: undefined, knownBrowser: undefined })
/** A gateway that has no key in its cache. */
const useKey = (secret: string, store = opened.store) => createKeys(store).authenticate(`Bearer ${secret}`)

describe('the keys of all accounts', () => {
  test('are listed with the addresses of their accounts', async () => {
    await operator.createKey({ name: `of the operator ${next}` })
    const { key } = await operator.createKey({ name: `of Ada ${next}` }, email)
    await operator.createKey({ name: `of Grace ${next}` }, `x${email}`)
    const listed = await operator.listKeys()
    expect(listed).toContainEqual({ ...key, email })
    expect(listed.slice(0, 3).map(each => each.email)).toEqual([`x${email}`, email, 'operator'])
  })

  test('are listed although the account of one is gone', async () => {
    const actor = {
      accountId: accountIdOf(`gone-${next}`),
      scopes: new Set(scopes),
      credential: { kind: 'operator', id: 'operator' } as const,
    }
    const { key } = await createKeys(opened.store).create(actor, {
      name: 'left behind',
      scopes: ['graphs:read'],
    })
    expect(await operator.listKeys()).toContainEqual({ ...key, email: '?' })
  })

  test('can be revoked by their ids', async () => {
    const { key, secret } = await operator.createKey({ name: 'report' }, email)
    const other = await operator.createKey({ name: 'stays' }, email)
    expect(await operator.revokeKey(key.keyId)).toEqual({ ...key, revokedAt: expect.any(Date) })
    await expect(useKey(secret)).rejects.toMatchObject(unauthenticated)
    await expect(useKey(other.secret)).resolves.toBeDefined()
  })

  test('can be revoked by what has leaked, the key itself', async () => {
    const { secret } = await operator.createKey({ name: 'leaked' }, email)
    await operator.revokeKey(secret)
    await expect(useKey(secret)).rejects.toMatchObject(unauthenticated)
  })

  test('that do not exist are not revoked, and the answer says where ids are found', async () => {
    const secret = newKeySecret()
    await expect(operator.revokeKey('0123')).rejects.toMatchObject({
      code: 'not_found',
      message: 'there is no key 0123; plotgate key list shows the ids of all',
    })
    const refused = await operator.revokeKey(secret).catch(error => error)
    expect(refused).toMatchObject({
      code: 'not_found',
      message: 'the store does not know this key; plotgate key list shows the ids of all',
    })
  })
})

test('two commands at once for a new address make one account', async () => {
  const made = await Promise.all([1, 2, 3].map(each => operator.createKey({ name: `key ${each}` }, email)))
  expect(new Set(made.map(({ key }) => key.accountId)).size).toBe(1)
  expect((await operator.listKeys()).filter(each => each.email === email)).toHaveLength(3)
})

describe('how long graphs are kept', () => {
  const kept = async (accountId: string) => createGraphLifetimes(opened.store).of(accountIdOf(accountId))

  test('is set for whoever has the address and for whoever claims it', async () => {
    await signUp()
    const claimed = await open(opened.store).sessionOf((await signIn()).session)
    const { key } = await operator.createKey({ name: 'report' }, email)
    await operator.setGraphsStay(email.toUpperCase(), '90d')
    for (const accountId of [claimed?.account.accountId ?? '', key.accountId]) {
      expect(await kept(accountId)).toBe(90 * 86_400_000)
    }
    await operator.setGraphsStay(email, 'forever')
    expect(await kept(key.accountId)).toBeNull()
  })

  test('is not set to what is no length of time, nor for an unknown name', async () => {
    const { key } = await operator.createKey({ name: 'report' }, email)
    await expect(operator.setGraphsStay(email, 'a while')).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('<length>: must be forever, or a length of time such as 12h'),
    })
    expect(await kept(key.accountId)).toBeNull()
    await expect(operator.setGraphsStay(`x${email}`, '90d')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('signing out', () => {
  test('ends every session of an account', async () => {
    const accounts = open(opened.store)
    await signUp()
    const [one, two] = [await signIn(), await signIn()]
    expect(await operator.signOut(email)).toBe(2)
    for (const { session } of [one, two]) expect(await accounts.sessionOf(session)).toBeNull()
    await expect(operator.signOut(`x${email}`)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(`x${email} has no account`),
    })
  })

  test('ends those of the operator, too', async () => {
    const accounts = open(opened.store)
    const { session } = await accounts.followLink(await operator.reset('operator'), password, caller())
    expect(await operator.signOut('operator')).toBe(1)
    expect(await accounts.sessionOf(session)).toBeNull()
  })

  test('names what is neither an address nor the operator', async () =>
    expect(operator.signOut('ada')).rejects.toMatchObject({ details: [{ path: 'email' }] }))
})

describe('the first start', () => {
  let empty: TestStore
  beforeEach(async () => {
    empty = await openTestStore()
  })
  afterEach(() => empty.close())

  test('makes one key, however many gateways start', async () => {
    const starts = [firstStart(empty.store), firstStart(empty.store), firstStart(empty.store)]
    const firsts = (await Promise.all(starts)).filter(first => first !== null)
    expect(firsts).toHaveLength(1)
    const actor = await useKey(firsts[0]?.key ?? '', empty.store)
    expect(actor.scopes.size).toBe(4)
    expect(actor.accountId).toBe('operator')
    const { key } = await createOperator(empty.store).createKey({ name: 'next' })
    expect(key.accountId).toBe(actor.accountId)
  })

  test('of a gateway that another one overtakes leaves the account as the other one made it', async () => {
    let other: ReturnType<typeof firstStart> | undefined
    const slow = withRecordCalls(empty.store, 'account-names', records => ({
      async insert(...given) {
        other ??= firstStart(empty.store)
        await other
        return records.insert(...given)
      },
    }))
    expect(await firstStart(slow)).toBeNull()
    const accounts = open(empty.store)
    const signedIn = await accounts.signInByLink((await other)?.signIn ?? '', caller())
    expect((await accounts.sessionOf(signedIn?.session))?.account.email).toBe('operator')
    await expect(useKey((await other)?.key ?? '', empty.store)).resolves.toBeDefined()
  })

  test('makes a link that signs in to the operator without a password, once', async () => {
    const { key = '', signIn: link = '' } = (await firstStart(empty.store)) ?? {}
    const accounts = open(empty.store)
    const signedIn = await accounts.signInByLink(link, caller())
    const here = await accounts.sessionOf(signedIn?.session)
    const { accountId } = await useKey(key, empty.store)
    expect(here?.account).toMatchObject({ accountId, email: 'operator' })
    expect(events).toEqual([{ event: 'link_followed', accountId, address: caller().address }])
    expect(await accounts.signInByLink(link, caller())).toBeNull()
  })

  test('of two browsers that follow this link at once, one is signed in', async () => {
    const { signIn: link = '' } = (await firstStart(empty.store)) ?? {}
    const accounts = open(empty.store)
    const both = [accounts.signInByLink(link, caller()), accounts.signInByLink(link, caller())]
    expect((await Promise.all(both)).filter(each => each !== null)).toHaveLength(1)
  })

  test('makes a link that sets no password', async () => {
    const { signIn: link = '' } = (await firstStart(empty.store)) ?? {}
    const accounts = open(empty.store)
    await expect(accounts.followLink(link, password, caller())).rejects.toMatchObject({ code: 'not_found' })
    expect(await accounts.signInByLink(link, caller())).not.toBeNull()
  })

  test('is none where the operator has a key', async () => {
    await createOperator(empty.store).createKey({ name: 'made before' })
    expect(await firstStart(empty.store)).toBeNull()
  })
})

test('a link to choose a password signs nobody in without one', async () => {
  const accounts = open(opened.store)
  const link = await operator.invite(email)
  expect(await accounts.signInByLink(link, caller())).toBeNull()
  expect(await accounts.signInByLink('no link', caller())).toBeNull()
  await expect(accounts.followLink(link, password, caller())).resolves.toBeDefined()
})
