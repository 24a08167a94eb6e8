/** Sweeps of the store every few minutes, and those that many writes start, whatever the store does meanwhile. */

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { GraphId } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'
import { startSweeping, withVariantBound } from '../../src/domain/sweeping.ts'
import { firstPng, sampleArtifact, sampleRecord, wideWebp } from '../storage/samples.ts'

const fiveMinutes = 5 * 60_000
const mebibyte = 1024 * 1024

/** What the store was asked for, and how it answers the next sweeps. */
let sweeps: { variantBytes: number; now: Date }[]
let answer: () => Promise<void>
let holdsLease: boolean
let expired: ReturnType<typeof sampleRecord>[]
let written: string[]
let told: (GraphId | Error)[]
let stop: () => void
let store: Store

beforeEach(() => {
  jest.useFakeTimers()
  sweeps = []
  answer = async () => {}
  holdsLease = true
  expired = []
  written = []
  told = []
  store = {
    records: () => ({ insert: async () => holdsLease, get: async () => null, update: async () => false }),
    graphs: {
      expired: async () => expired.splice(0),
      remove: async () => true,
    },
    artifacts: {
      async put(_: unknown, variant: string) {
        written.push(variant)
      },
    },
    sweep(limits: { variantBytes: number; now: Date }) {
      sweeps.push(limits)
      return answer()
    },
  } as unknown as Store
  stop = () => {}
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})

const start = () => {
  stop = startSweeping({
    store,
    onExpired: graphId => told.push(graphId),
    onError: error => told.push(error as Error),
  })
}

describe('every five minutes', () => {
  test('the store is swept, with one gibibyte left of images that can be drawn again', async () => {
    start()
    await jest.advanceTimersByTimeAsync(fiveMinutes - 1)
    expect(sweeps).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    expect(sweeps).toEqual([{ variantBytes: 1024 * mebibyte, now: new Date() }])
    await jest.advanceTimersByTimeAsync(2 * fiveMinutes)
    expect(sweeps).toHaveLength(3)
    expect(told).toEqual([])
  })

  test('graphs that have expired are removed and told of', async () => {
    start()
    const record = sampleRecord()
    expired = [record]
    await jest.advanceTimersByTimeAsync(fiveMinutes)
    expect(told).toEqual([record.graphId])
  })

  test('nothing happens while another process sweeps', async () => {
    start()
    holdsLease = false
    expired = [sampleRecord()]
    await jest.advanceTimersByTimeAsync(3 * fiveMinutes)
    expect([sweeps, told]).toEqual([[], []])
    holdsLease = true
    await jest.advanceTimersByTimeAsync(fiveMinutes)
    expect(sweeps).toHaveLength(1)
  })

  test('a sweep that fails is told, and the next one is tried', async () => {
    start()
    const away = new Error('the store is away')
    answer = () => Promise.reject(away)
    await jest.advanceTimersByTimeAsync(2 * fiveMinutes)
    expect(told).toEqual([away, away])
    answer = async () => {}
    await jest.advanceTimersByTimeAsync(fiveMinutes)
    expect(sweeps).toHaveLength(3)
    expect(told).toHaveLength(2)
  })

  test('no sweep begins while one lasts', async () => {
    start()
    let end = () => {}
    answer = () => new Promise(resolve => (end = resolve))
    await jest.advanceTimersByTimeAsync(4 * fiveMinutes)
    expect(sweeps).toHaveLength(1)
    end()
    await jest.advanceTimersByTimeAsync(fiveMinutes)
    expect(sweeps).toHaveLength(2)
  })

  test('nothing is swept or told once it is stopped, not even that the store was closed under a sweep', async () => {
    start()
    let fail: (error: Error) => void = () => {}
    answer = () => new Promise((_, reject) => (fail = reject))
    await jest.advanceTimersByTimeAsync(fiveMinutes)
    stop()
    fail(new Error('the store is closed'))
    await jest.advanceTimersByTimeAsync(3 * fiveMinutes)
    expect(told).toEqual([])
    expect(sweeps).toHaveLength(1)
  })
})

describe('writing images', () => {
  const put = (variant: string, bytes: number) =>
    withBound.artifacts.put(
      { graphId: sampleRecord().graphId, version: 1 },
      variant,
      sampleArtifact(Buffer.alloc(bytes)),
      'digest',
    )
  let withBound: Store
  beforeEach(() => {
    withBound = withVariantBound(store)
  })

  test('starts a sweep each time that 64 MiB of those that can be drawn again were written', async () => {
    await put(wideWebp, 64 * mebibyte)
    expect(sweeps).toEqual([])
    await put(wideWebp, 1)
    expect(sweeps).toEqual([{ variantBytes: 1024 * mebibyte, now: new Date() }])
    await put(wideWebp, 63 * mebibyte)
    expect(sweeps).toHaveLength(1)
    await put(wideWebp, mebibyte)
    await put(wideWebp, 1)
    expect(sweeps).toHaveLength(2)
    expect(written).toHaveLength(5)
  })

  test('that stay with their graph starts none', async () => {
    for (let n = 0; n < 3; n++) await put(firstPng, 60 * mebibyte)
    expect(sweeps).toEqual([])
    expect(written).toHaveLength(3)
  })

  test('waits for the sweep, of which there is one at a time; the image is written although the sweep fails', async () => {
    let fail: (error: Error) => void = () => {}
    answer = () => new Promise((_, reject) => (fail = reject))
    const writes = [65, 65, 1].map(size => put(wideWebp, size * mebibyte))
    await jest.advanceTimersByTimeAsync(1)
    expect([sweeps.length, written]).toEqual([1, []])
    await put(firstPng, 1)
    expect(written).toEqual([firstPng])
    fail(new Error('the store is away'))
    await Promise.all(writes)
    expect(written).toEqual([firstPng, wideWebp, wideWebp, wideWebp])
  })
})
