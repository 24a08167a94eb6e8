/** What limits renders: budgets of other sizes, and figures that failed before. */

import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createBackoff } from '../../../src/domain/image/backoff.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import { createVariantBudget, type Spending } from '../../../src/domain/image/variant-budget.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { renderTimeout } from '../../../src/errors/errors.ts'
import { graphIdOf } from '../../support/ids.ts'
import { standingClock, useTestStore, withRecordCalls } from '../../support/store.ts'

const opened = useTestStore()

let figures = 0
/** A figure that no other test knows. */
let figure: string
beforeEach(() => {
  figure = `figure${figures++}@1`
})

/** So many megapixels. */
const sized = (megapixels: number) => ({ ...defaultLook, width: 1_000 * megapixels, height: 1_000 })

describe('other sizes of graphs', () => {
  const address = '192.0.2.1'
  const graph = (at: number) => graphIdOf(String(at).padEnd(21, 'x'))
  const limited = (seconds: unknown) => expect.objectContaining({ code: 'rate_limited', retryAfter: seconds })
  const busy = (seconds: unknown) => expect.objectContaining({ code: 'overloaded', retryAfter: seconds })
  const start = () => {
    let now = 0
    const told: Spending[] = []
    const budget = createVariantBudget({ now: () => now, onSpent: spending => told.push(spending) })
    return {
      ...budget,
      told,
      pass: (seconds: number) => {
        now += seconds * 1_000
      },
    }
  }
  /** Costs a second: 0.1 s each and 0.03 s for each megapixel. */
  const second = sized(30)

  test('of one graph cost ten seconds, and another quarter of a second each second', () => {
    const { spend, pass } = start()
    for (let time = 0; time < 10; time++) spend(graph(1), null, second)
    expect(() => spend(graph(1), null, second)).toThrow(busy(4))
    pass(3)
    expect(() => spend(graph(1), null, second)).toThrow(busy(1))
    pass(1)
    spend(graph(1), null, second)
    spend(graph(2), null, second)
  })

  test('for one address cost twenty seconds, and another half of one each second', () => {
    const { spend, pass } = start()
    for (let time = 0; time < 20; time++) spend(graph(time), address, second)
    expect(() => spend(graph(20), address, second)).toThrow(limited(2))
    spend(graph(21), '192.0.2.2', second)
    pass(2)
    spend(graph(22), address, second)
    expect(() => spend(graph(23), address, second)).toThrow(limited(2))
  })

  test('never leave more than the budget, however long nobody asks', () => {
    const { spend, pass } = start()
    pass(86_400)
    spend(graph(1), null, second)
    pass(86_400)
    for (let time = 0; time < 10; time++) spend(graph(1), null, second)
    expect(() => spend(graph(1), null, second)).toThrow(busy(4))
  })

  test('cost by their pixels, those of the layout as the default', () => {
    const { spend, told } = start()
    for (const look of [
      defaultLook,
      { ...defaultLook, scale: 2 },
      sized(1),
      { ...defaultLook, width: 1_400 },
    ]) {
      spend(graph(1), null, look)
    }
    expect(told.map(([spent]) => Number(spent?.amount.toFixed(4)))).toEqual([0.1105, 0.142, 0.13, 0.121])
  })

  test('that were not begun are given back', () => {
    const { spend, told } = start()
    const giveBack = Array.from({ length: 10 }, () => spend(graph(1), address, second))
    expect(() => spend(graph(1), address, second)).toThrow(busy(4))
    giveBack[0]?.()
    spend(graph(1), address, second)
    expect(told[0]?.map(({ kind, name, amount }) => [kind, name, amount])).toEqual([
      ['graph', graph(1), 1],
      ['address', address, 1],
    ])
    expect(told[10]?.map(({ amount }) => amount)).toEqual([-1, -1])
  })

  test('fill no more than their share of the store, for each address', () => {
    const { spend, keep, pass, told } = start()
    const mebibytes = (count: number) => count * 2 ** 20
    keep(address, mebibytes(64) - 1)
    spend(graph(1), address, second)
    keep(address, 1)
    expect(told.at(-1)).toEqual([{ kind: 'bytes', name: address, amount: 1 }])
    // A mebibyte comes back in an hour's 64th part.
    expect(() => spend(graph(1), address, second)).toThrow(limited(57))
    keep(address, mebibytes(1))
    expect(() => spend(graph(1), address, second)).toThrow(limited(113))
    pass(113)
    spend(graph(1), address, second)
  })

  test('for callers whose address is not known are limited by the graph alone', () => {
    const { spend, keep, told } = start()
    for (let time = 0; time < 25; time++) spend(graph(time), null, second)
    keep(null, 2 ** 30)
    spend(graph(25), null, second)
    expect(new Set(told.flat().map(({ kind }) => kind))).toEqual(new Set(['graph']))
  })

  test('that another gateway made count, and are not told to it again', () => {
    const { spend, count, told } = start()
    count([{ kind: 'address', name: address, amount: 19.5 }])
    expect(() => spend(graph(1), address, second)).toThrow(limited(1))
    expect(told).toEqual([])
  })
})

describe('a figure that timed out', () => {
  const timeout = renderTimeout('took too long')
  const refused = (seconds: number) => ({
    code: 'render_timeout',
    message: timeout.message,
    retryAfter: seconds,
  })
  const quarantine = () => createQuarantine(opened.store)

  test('is not tried for a minute, and longer each time', async () => {
    const { strike, check } = quarantine()
    expect(await check(figure, defaultLook)).toBe(0)
    for (const minutes of [1, 5, 30, 120, 720, 720]) {
      expect(await strike(figure, defaultLook, timeout)).toMatchObject(refused(minutes * 60))
      await expect(check(figure, defaultLook)).rejects.toMatchObject(refused(minutes * 60))
    }
  })

  test('is tried again once it has rested, and is known to have failed', async () => {
    const { strike, check } = quarantine()
    await strike(figure, defaultLook, timeout)
    const records = opened.store.records<{ until: number }>('quarantine')
    await records.update(figure, { until: Date.now() - 1 })
    expect(await check(figure, defaultLook)).toBe(1)
    expect(await strike(figure, defaultLook, timeout)).toMatchObject(refused(300))
  })

  test('is tried at smaller sizes, but not at larger ones', async () => {
    const { strike, check } = quarantine()
    const own = 0.35
    await strike(figure, sized(5 * own), timeout)
    for (const times of [1, 4]) expect(await check(figure, sized(times * own))).toBe(0)
    for (const times of [4.1, 16, 17, 65]) {
      await expect(check(figure, sized(times * own))).rejects.toMatchObject(refused(60))
    }
    await strike(`${figure}2`, { ...defaultLook, scale: 5 }, timeout)
    await expect(check(`${figure}2`, { ...defaultLook, scale: 9 })).rejects.toMatchObject(refused(60))
    expect(await check(`${figure}2`, { ...defaultLook, scale: 4 })).toBe(0)
  })

  test('that was drawn after all is forgotten, whatever the size', async () => {
    const { strike, check, clear } = quarantine()
    await strike(figure, defaultLook, timeout)
    await strike(figure, sized(30), timeout)
    await clear(figure, sized(30))
    expect([await check(figure, defaultLook), await check(figure, sized(30))]).toEqual([0, 0])
  })

  test('rests by the last of failures that happen at once', async () => {
    const { strike, check } = quarantine()
    await Promise.all([strike(figure, defaultLook, timeout), strike(figure, defaultLook, timeout)])
    await expect(check(figure, defaultLook)).rejects.toMatchObject({ code: 'render_timeout' })
  })
})

describe('an image that could not be made', () => {
  const start = () => {
    const clock = standingClock()
    return { ...clock, ...createBackoff(opened.store, clock.now) }
  }

  test('is due again after half a minute, then after twice as long, and after an hour at most', async () => {
    const { isDue, failed, pass } = start()
    expect(await isDue(figure)).toBe(true)
    for (const seconds of [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]) {
      await failed(figure)
      pass(seconds * 1_000 - 1)
      expect([seconds, await isDue(figure)]).toEqual([seconds, false])
      pass(1)
      expect([seconds, await isDue(figure)]).toEqual([seconds, true])
    }
  })

  test('is due no sooner than the service said', async () => {
    const { isDue, failed, pass } = start()
    await failed(figure, 300)
    pass(299_999)
    expect(await isDue(figure)).toBe(false)
    pass(1)
    expect(await isDue(figure)).toBe(true)
  })

  test('is due at the same time for other processes', async () => {
    const { isDue, failed, pass, now } = start()
    await failed(figure)
    const other = createBackoff(opened.store, now)
    expect(await other.isDue(figure)).toBe(false)
    pass(30_000)
    expect([await other.isDue(figure), await isDue(figure)]).toEqual([true, true])
    await other.failed(figure)
    pass(59_999)
    expect([await isDue(figure), await other.isDue(figure)]).toEqual([false, false])
  })

  test('in two processes at once is due when the later of them says', async () => {
    const { failed, pass, now } = start()
    await failed(figure)
    // It looked before the first had failed.
    const early = withRecordCalls(opened.store, 'render attempts', () => ({ get: async () => null }))
    await createBackoff(early, now).failed(figure, 300)
    pass(299_999)
    expect(await createBackoff(opened.store, now).isDue(figure)).toBe(false)
    pass(1)
    expect(await createBackoff(opened.store, now).isDue(figure)).toBe(true)
  })

  test('is like new once it was made', async () => {
    const { isDue, failed, succeeded, pass } = start()
    await failed(figure)
    await failed(figure)
    await succeeded(figure)
    expect(await isDue(figure)).toBe(true)
    await failed(figure)
    pass(30_000)
    expect(await isDue(figure)).toBe(true)
  })
})

test('failures are forgotten a day after the last of them', async () => {
  const expiries: (Date | undefined)[] = []
  const noting = (store: Store, name: string) =>
    withRecordCalls(store, name, records => ({
      insert(id, value, meta) {
        expiries.push(meta?.expiresAt)
        return records.insert(id, value, meta)
      },
      expire(id, at) {
        expiries.push(at)
        return records.expire(id, at)
      },
    }))
  const clock = standingClock()
  const aDayAfter = (seconds: number) => new Date(clock.now() + (seconds + 24 * 3600) * 1000)
  const backoff = createBackoff(noting(opened.store, 'render attempts'), clock.now)
  await backoff.failed(figure)
  await backoff.failed(figure)
  expect([expiries[0], expiries.at(-1)]).toEqual([aDayAfter(30), aDayAfter(60)])
  const quarantine = createQuarantine(noting(opened.store, 'quarantine'))
  jest.spyOn(Date, 'now').mockImplementation(clock.now)
  expiries.length = 0
  for (let time = 0; time < 2; time++) await quarantine.strike(figure, defaultLook, renderTimeout('slow'))
  jest.restoreAllMocks()
  expect([expiries[0], expiries.at(-1)]).toEqual([aDayAfter(60), aDayAfter(300)])
})
