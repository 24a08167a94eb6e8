/** How long the graphs of an account are kept by default. */

import { beforeEach, describe, expect, test } from '@jest/globals'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { createGraphLifetimes, readLifetime } from '../../src/accounts/graph-lifetimes.ts'
import { createOperator } from '../../src/accounts/operator.ts'
import { type AccountId, accountIdOf } from '../../src/domain/ids.ts'
import { standingClock, useTestStore, withRecordCalls } from '../support/store.ts'

const dayMs = 86_400_000
const opened = useTestStore()
let accountId: AccountId

beforeEach(async () => {
  const { key } = await createOperator(opened.store).createKey({ name: 'report' }, 'ada@example.org')
  accountId = key.accountId
  await keep('90d')
})

/** As its owner sets it. */
const keep = (length: string | null) =>
  createAccounts(opened.store, { signup: 'open', onError() {} }).setGraphsStay(accountId, length)

describe('the graphs of an account are kept', () => {
  test('as long as its owner sets it', async () => {
    expect(await createGraphLifetimes(opened.store).of(accountId)).toBe(90 * dayMs)
    await keep(null)
    expect(await createGraphLifetimes(opened.store).of(accountId)).toBeNull()
  })

  test('until they are deleted, where nobody set it', async () =>
    expect(await createGraphLifetimes(opened.store).of(accountIdOf('nobody'))).toBeNull())

  test('as it is set anew, after some seconds', async () => {
    const clock = standingClock()
    const lifetimes = createGraphLifetimes(opened.store, clock)
    expect(await lifetimes.of(accountId)).toBe(90 * dayMs)
    await keep('1y')
    clock.pass(5_001)
    expect(await lifetimes.of(accountId)).toBe(365 * dayMs)
  })
})

/** The store, which counts reads of accounts, and of which the first `failing` fail. */
function countingStore(failing = 0) {
  let reads = 0
  const store = withRecordCalls(opened.store, 'accounts', records => ({
    async get(id) {
      reads += 1
      if (reads <= failing) throw new Error('the store is away')
      return records.get(id)
    },
  }))
  return { store, reads: () => reads }
}

test('creates of many graphs at once read the account once', async () => {
  const { store, reads } = countingStore()
  const lifetimes = createGraphLifetimes(store)
  const all = await Promise.all(Array.from({ length: 20 }, () => lifetimes.of(accountId)))
  expect(new Set(all)).toEqual(new Set([90 * dayMs]))
  expect(await lifetimes.of(accountId)).toBe(90 * dayMs)
  expect(reads()).toBe(1)
})

test('a store that fails once makes one create fail, not those after it', async () => {
  const lifetimes = createGraphLifetimes(countingStore(1).store)
  await expect(lifetimes.of(accountId)).rejects.toThrow('the store is away')
  expect(await lifetimes.of(accountId)).toBe(90 * dayMs)
})

test('a length of time is taken as it is typed, and other texts are refused by their field', () => {
  expect(readLifetime('stay', '4w')).toBe('4w')
  expect(readLifetime('stay', 'forever')).toBeNull()
  for (const given of ['', '0d', 'a while', '90']) {
    expect(() => readLifetime('stay', given)).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        details: [expect.objectContaining({ path: 'stay' })],
      }),
    )
  }
})
