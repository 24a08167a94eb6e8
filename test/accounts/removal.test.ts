/** Deleting an account with its graphs, whatever happens meanwhile. */

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type AccountsOptions, createAccounts } from '../../src/accounts/accounts.ts'
import { createPasswords } from '../../src/accounts/passwords.ts'
import type { Store } from '../../src/domain/ports.ts'
import { sampleFigure, sampleRecord } from '../storage/samples.ts'
import { eventually } from '../support/eventually.ts'
import { useTestStore } from '../support/store.ts'

const passwords = createPasswords({ memory: 64, passes: 1, parallelism: 1 })
const password = 'tidal lantern orbit moss'
const caller = { address: '192.0.2.1', browser: 'Test' }

const opened = useTestStore()
let onError: jest.Mock<AccountsOptions['onError']>
let email = ''
let next = 0

beforeEach(() => {
  email = `ada-${next++}@example.org`
  onError = jest.fn<AccountsOptions['onError']>()
  // The late removal waits for seconds, in which other gateways still accept a key.
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] })
})
afterEach(async () => {
  jest.useRealTimers()
  for (const { id } of await left()) await opened.store.records('account-removals').delete(id)
})

const open = (store: Store) => createAccounts(store, { signup: 'open', passwords, onError })

async function signIn() {
  const accounts = open(opened.store)
  const signedIn = await accounts.signIn({
    ...caller,
    name: email,
    password,
    session: undefined,
    knownBrowser: undefined,
  })
  const here = await accounts.sessionOf(signedIn.session)
  if (!here) throw new Error('not signed in')
  return here
}
async function signedUp() {
  await open(opened.store).signUp({ email, password, address: caller.address })
  return signIn()
}

async function makeGraph({ account }: Awaited<ReturnType<typeof signIn>>) {
  const record = sampleRecord({ accountId: account.accountId })
  await opened.store.graphs.insert(record, sampleFigure())
  return async () => (await opened.store.graphs.find(record.graphId)) !== null
}

/** The store, whose graphs cannot be removed until `mend` is called. */
function brokenStore() {
  let isAway = true
  const store: Store = {
    ...opened.store,
    records: name => opened.store.records(name),
    graphs: {
      ...opened.store.graphs,
      async removeAll(accountId) {
        if (isAway) throw new Error('the store is away')
        return opened.store.graphs.removeAll(accountId)
      },
    },
  }
  return {
    store,
    mend() {
      isAway = false
    },
  }
}

/** What a start finds to go on with. */
const left = () => opened.store.records('account-removals').list()

describe('deleting an account with its graphs', () => {
  test('also deletes those that were made by a key which another gateway accepted for some seconds', async () => {
    const here = await signedUp()
    await open(opened.store).remove(here, password, 'delete')
    const isThere = await makeGraph(here)
    await jest.advanceTimersByTimeAsync(15_000)
    await eventually('nothing is left to do', async () => (await left()).length === 0)
    expect(await isThere()).toBe(false)
    expect(onError).not.toHaveBeenCalled()
  })

  test('is gone on with by the next start, where the service was ended in its middle', async () => {
    const here = await signedUp()
    await open(opened.store).remove(here, password, 'delete')
    const isThere = await makeGraph(here)
    await open(opened.store).resumeRemovals()
    expect(await isThere()).toBe(false)
  })

  test('can be asked for again where the graphs could not be deleted', async () => {
    const here = await signedUp()
    const isThere = await makeGraph(here)
    await expect(open(brokenStore().store).remove(here, password, 'delete')).rejects.toThrow(
      'the store is away',
    )
    await open(opened.store).remove(await signIn(), password, 'delete')
    expect(await isThere()).toBe(false)
    await expect(signIn()).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('that failed, so that the account is still there, deletes no graphs at the next start', async () => {
    const here = await signedUp()
    await expect(open(brokenStore().store).remove(here, password, 'delete')).rejects.toThrow(
      'the store is away',
    )
    const isThere = await makeGraph(here)
    await open(opened.store).resumeRemovals()
    expect(await isThere()).toBe(true)
    expect(await left()).toEqual([])
    await expect(signIn()).resolves.toBeDefined()
  })

  test('is gone on with once more where the store was away at the next start', async () => {
    const here = await signedUp()
    await open(opened.store).remove(here, password, 'delete')
    const isThere = await makeGraph(here)
    const { store, mend } = brokenStore()
    await open(store).resumeRemovals()
    expect(onError).toHaveBeenCalledWith(new Error('the store is away'))
    expect(await isThere()).toBe(true)
    mend()
    await jest.advanceTimersByTimeAsync(15_000)
    await eventually('nothing is left to do', async () => (await left()).length === 0)
    expect(await isThere()).toBe(false)
  })
})
