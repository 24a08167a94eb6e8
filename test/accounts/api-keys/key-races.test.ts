/** Keys that are made while what allows them ends: what is slow here is the store, at the worst moment. */

import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Accounts, createAccounts } from '../../../src/accounts/accounts.ts'
import { keyRecords } from '../../../src/accounts/api-keys/key-record.ts'
import { createKeys, type Keys } from '../../../src/accounts/api-keys/keys.ts'
import { createOperator } from '../../../src/accounts/operator.ts'
import { createPasswords } from '../../../src/accounts/passwords.ts'
import type { Actor } from '../../../src/domain/actor.ts'
import type { AccountId } from '../../../src/domain/ids.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { useTestStore, withRecordCalls } from '../../support/store.ts'

const passwords = createPasswords({ memory: 64, passes: 1, parallelism: 1 })
const password = 'tidal lantern orbit moss'
const another = 'violet harbour anthem kettle'
const caller = { address: '192.0.2.1', browser: 'Test' }
const ended = { code: 'unauthenticated', message: expect.stringMatching(/has ended/) }

const opened = useTestStore()
let accounts: Accounts
let keys: Keys
let email = ''
let next = 0

beforeAll(() => {
  keys = createKeys(opened.store)
})
beforeEach(() => {
  accounts = open(opened.store)
  email = `ada-${next++}@example.org`
})

const open = (store: Store) => createAccounts(store, { signup: 'open', passwords, onError() {} })

const withKeyCalls = (calls: Parameters<typeof withRecordCalls>[2]) =>
  withRecordCalls(opened.store, 'keys', calls)

/** Makes keys in a store where `happens` just before each is written. */
const keysWhere = (happens: () => Promise<unknown>): Keys =>
  createKeys(
    withKeyCalls(records => ({
      async insert(...given) {
        await happens()
        return records.insert(...given)
      },
    })),
  )

async function signedUp() {
  await accounts.signUp({ email, password, address: `192.0.2.${next}` })
  return signedIn()
}
async function signedIn() {
  const tokens = await accounts.signIn({
    ...caller,
    name: email,
    password,
    session: undefined,
    knownBrowser: undefined,
  })
  const here = await accounts.sessionOf(tokens.session)
  if (!here) throw new Error('not signed in')
  return { ...here, token: tokens.session }
}

const left = async (accountId: AccountId) =>
  (await keyRecords(opened.store).list(accountId)).filter(({ value }) => value.revokedAt === null)

describe('no key is made by', () => {
  test('a session of an account that is deleted meanwhile', async () => {
    const here = await signedUp()
    const late = keysWhere(() => accounts.remove(here, password, 'keep'))
    await expect(late.create(here.actor, { name: 'late' })).rejects.toMatchObject(ended)
    expect(await left(here.account.accountId)).toEqual([])
  })

  test('a key of such an account, nor by rotating it', async () => {
    const here = await signedUp()
    const first = await keys.create(here.actor, { name: 'first' })
    const actor = await keys.authenticate(`Bearer ${first.secret}`)
    const late = keysWhere(() => accounts.remove(here, password, 'keep').catch(() => {}))
    await expect(late.rotate(actor, first.key.keyId, 60)).rejects.toMatchObject(ended)
    await expect(late.create(actor, { name: 'late' })).rejects.toMatchObject(ended)
    expect(await left(here.account.accountId)).toEqual([])
  })

  test('a session that signs out meanwhile', async () => {
    const here = await signedUp()
    const late = keysWhere(() => accounts.signOut(here.token))
    await expect(late.create(here.actor, { name: 'late' })).rejects.toMatchObject(ended)
    expect(await left(here.account.accountId)).toEqual([])
  })

  test('a key that was revoked on another gateway', async () => {
    const here = await signedUp()
    const { key, secret } = await keys.create(here.actor, { name: 'leaked' })
    const elsewhere = createKeys(opened.store)
    const thief: Actor = await elsewhere.authenticate(`Bearer ${secret}`)
    await keys.revoke(here.actor, key.keyId)
    await expect(elsewhere.create(thief, { name: 'loot' })).rejects.toMatchObject(ended)
    expect(await left(here.account.accountId)).toEqual([])
  })

  test('whoever signed up with an address whose owner follows a link meanwhile', async () => {
    const stranger = await signedUp()
    const link = await createOperator(opened.store).reset(email)
    const late = keysWhere(() => accounts.followLink(link, another, caller))
    await expect(late.create(stranger.actor, { name: 'late' })).rejects.toMatchObject(ended)
    expect(await left(stranger.account.accountId)).toEqual([])
  })
})

describe('keys end that are made between the first and the last step', () => {
  /** A store where `happens` once, as soon as the keys of an account were listed. */
  function afterListing(happens: () => Promise<unknown>): Store {
    let isDone = false
    return withKeyCalls(records => ({
      async list(owner) {
        const listed = await records.list(owner)
        if (!isDone) {
          isDone = true
          await happens()
        }
        return listed
      },
    }))
  }

  test('of deleting an account', async () => {
    const here = await signedUp()
    // Signs in again, after all sessions were ended.
    const store = afterListing(async () => keys.create((await signedIn()).actor, { name: 'late' }))
    await open(store).remove(here, password, 'keep')
    expect(await left(here.account.accountId)).toEqual([])
    expect(await opened.store.records('sessions').list(here.account.accountId)).toEqual([])
  })

  test('of following a link to an address that somebody else signed up with', async () => {
    const stranger = await signedUp()
    const link = await createOperator(opened.store).reset(email)
    const store = afterListing(() => keys.create(stranger.actor, { name: 'late' }))
    await open(store).followLink(link, another, caller)
    expect(await left(stranger.account.accountId)).toEqual([])
  })
})
