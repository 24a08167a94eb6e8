import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { KeyRecord } from '../../../src/accounts/api-keys/key-record.ts'
import { createLastUsed, type LastUsed } from '../../../src/accounts/api-keys/last-used.ts'
import { keyIdOf } from '../../../src/domain/ids.ts'
import type { Records } from '../../../src/domain/ports.ts'

/** What the store was told: the moment of each key, in the order of writing. */
let written: [string, string][]
/** How many writes were under way at most. */
let most: number
let isDown: boolean
let time: number
let lastUsed: LastUsed

const keyIds = (count: number) => Array.from({ length: count }, (_, n) => keyIdOf(`key-${n}`))
const at = (ms: number) => new Date(ms).toISOString()

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] })
  written = []
  most = 0
  isDown = false
  time = 1_000_000
  let under = 0
  const update = async (keyId: string, { lastUsedAt }: Partial<KeyRecord>) => {
    most = Math.max(most, ++under)
    await new Promise(setImmediate)
    under--
    if (isDown) throw new Error('the store is away')
    written.push([keyId, String(lastUsedAt)])
    return true
  }
  lastUsed = createLastUsed({ update } as unknown as Records<KeyRecord>, () => time)
})
afterEach(() => {
  jest.useRealTimers()
})

const [key, other] = [keyIdOf('key-0'), keyIdOf('key-1')]

describe('uses of a key', () => {
  test('are written once every ten seconds, with the last moment', async () => {
    lastUsed.note(key)
    time += 5_000
    lastUsed.note(key)
    await jest.advanceTimersByTimeAsync(9_999)
    expect(written).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    for (let turn = 0; turn < 10 && written.length === 0; turn++) await new Promise(setImmediate)
    expect(written).toEqual([[key, at(1_005_000)]])
    // Nothing is due until the next use.
    expect(jest.getTimerCount()).toBe(0)
    lastUsed.note(other)
    expect(jest.getTimerCount()).toBe(1)
  })

  test('are written at once when asked for, and not again after that', async () => {
    lastUsed.note(key)
    await lastUsed.flush()
    expect(written).toEqual([[key, at(time)]])
    expect(jest.getTimerCount()).toBe(0)
    await lastUsed.flush()
    expect(written).toHaveLength(1)
  })

  test('of many keys reach the store sixteen at a time, each once', async () => {
    for (const keyId of keyIds(40)) lastUsed.note(keyId)
    await lastUsed.flush()
    expect(written.map(([keyId]) => keyId)).toEqual(keyIds(40))
    expect(most).toBe(16)
  })

  test('by the end are written as the service closes, and none is waited for later', async () => {
    lastUsed.note(key)
    await lastUsed.close()
    expect(written).toHaveLength(1)
    lastUsed.note(other)
    expect(jest.getTimerCount()).toBe(0)
  })
})

describe('what a store that is away did not take', () => {
  test('is written once it is back, and what was taken is not written twice', async () => {
    isDown = true
    lastUsed.note(key)
    await lastUsed.flush()
    isDown = false
    await lastUsed.flush()
    await lastUsed.flush()
    expect(written).toEqual([[key, at(1_000_000)]])
  })

  test('does not replace a later use', async () => {
    isDown = true
    lastUsed.note(key)
    const flushed = lastUsed.flush()
    time += 1_000
    lastUsed.note(key)
    await flushed
    isDown = false
    await lastUsed.flush()
    expect(written).toEqual([[key, at(1_001_000)]])
  })

  test('is of 20,000 keys at most, of which each is still brought up to date', async () => {
    for (const keyId of keyIds(20_001)) lastUsed.note(keyId)
    time += 1_000
    lastUsed.note(key)
    await lastUsed.flush()
    expect(written).toHaveLength(20_000)
    expect(written[0]).toEqual([key, at(1_001_000)])
    expect(written.at(-1)?.[0]).toBe('key-19999')
  })

  test('makes way for uses since then', async () => {
    isDown = true
    for (const keyId of keyIds(20)) lastUsed.note(keyId)
    const flushed = lastUsed.flush()
    for (let n = 0; n < 19_990; n++) lastUsed.note(keyIdOf(`new-${n}`))
    await flushed
    isDown = false
    await lastUsed.flush()
    expect(written).toHaveLength(20_000)
    expect(written.filter(([keyId]) => keyId.startsWith('new-'))).toHaveLength(19_990)
  })
})
