/** Whose turn it is on which page; time passes only as the tests say. */

import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import type { RenderPriority } from '../../src/domain/image/ports.ts'
import type { RenderTask } from '../../src/rendering/schedule/flows.ts'
import { createScheduler, type PageSlot, type Scheduler } from '../../src/rendering/schedule/scheduler.ts'

interface NamedTask extends RenderTask {
  readonly name: string
}

const stop = new AbortController()
const closing: Scheduler<NamedTask>[] = []

beforeAll(() => {
  jest.useFakeTimers()
})
afterAll(() => {
  jest.useRealTimers()
})
afterEach(() => {
  for (const scheduler of closing.splice(0)) scheduler.drain()
})

function setUp(
  workers = 1,
  options: { spare?: boolean; bounds?: object; canDispatch?: () => boolean; memoryFor?: number } = {},
) {
  const preempted: string[] = []
  const scheduler = createScheduler<NamedTask>({
    workers,
    spare: options.spare ?? true,
    spareReady: false,
    bounds: {
      waiting: 1000,
      waitingPerFlow: 1000,
      background: 1000,
      backgroundPerFlow: 1000,
      longestWaitMs: 1e9,
      longestOwnWaitMs: 1e9,
      longestSlowWaitMs: 1e9,
      ...options.bounds,
    },
    canDispatch: options.canDispatch ?? (() => true),
    hasMemoryFor: largeImages => largeImages <= (options.memoryFor ?? 9),
    onPreempt: task => preempted.push(task.name),
  })
  closing.push(scheduler)
  const add = (account: string, name: string, priority: RenderPriority = 'waiting', slow = false) => {
    const task: NamedTask = { account, share: 'stored', name, priority, slow, large: /large/.test(name) }
    scheduler.add(task)
    return task
  }
  return { scheduler, preempted, add }
}

const pause = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** What a page takes within a moment; null when nothing may begin on it. */
async function taken(page: PageSlot<NamedTask>, withinMs = 30): Promise<string | null> {
  const leave = new AbortController()
  const patience = setTimeout(() => leave.abort(), withinMs)
  const task = page.take(leave.signal)
  let over = false
  void task.finally(() => {
    over = true
  })
  for (await pause(0); !over; ) await pause(1)
  clearTimeout(patience)
  return (await task)?.name ?? null
}

/** The order in which one page draws everything, each taking so long. */
async function order(page: PageSlot<NamedTask>, count: number, tookMs: (name: string) => number) {
  const names: string[] = []
  for (let at = 0; at < count; at++) {
    const name = await taken(page)
    if (name === null) return names
    names.push(name)
    await pause(tookMs(name))
    page.release(0)
  }
  return names
}

describe('turns', () => {
  test('accounts take turns, however many renders one has queued', async () => {
    const { scheduler, add } = setUp()
    for (let at = 0; at < 6; at++) add('greedy', `g${at}`)
    for (let at = 0; at < 2; at++) add('polite', `p${at}`)
    const names = await order(scheduler.openPage(false), 8, () => 10)
    expect(names.slice(0, 5).filter(name => name.startsWith('p'))).toEqual(['p0', 'p1'])
  })

  test('turns are weighed by the time they take', async () => {
    const { scheduler, add } = setUp()
    for (let at = 0; at < 3; at++) add('heavy', `h${at}`)
    for (let at = 0; at < 6; at++) add('light', `l${at}`)
    const names = await order(scheduler.openPage(false), 9, name => (name.startsWith('h') ? 100 : 15))
    expect(names.slice(0, 7).filter(name => name.startsWith('h')).length).toBeLessThanOrEqual(2)
  })

  test('what somebody waits for comes first; what is hastened joins it', async () => {
    const { scheduler, add } = setUp()
    add('a', 'b1', 'background')
    const hastened = add('a', 'b2', 'background')
    add('b', 'w1')
    expect(scheduler.promote(hastened)).toBe(true)
    const names = await order(scheduler.openPage(false), 3, () => 5)
    expect(names.slice(0, 2).sort()).toEqual(['b2', 'w1'])
    expect(names[2]).toBe('b1')
  })

  test('what was removed is not drawn', async () => {
    const { scheduler, add } = setUp()
    const gone = add('a', 'gone')
    add('a', 'next')
    expect(scheduler.remove(gone)).toBe(true)
    expect(scheduler.remove(gone)).toBe(false)
    expect(await taken(scheduler.openPage(false))).toBe('next')
  })
})

describe('large images', () => {
  test('are drawn one after the other where memory is for one, and others pass them', async () => {
    const { scheduler, add } = setUp(2, { memoryFor: 0 })
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    for (const name of ['large 1', 'large 2', 'small']) add('a', name)
    expect(await taken(first)).toBe('large 1')
    expect(await taken(second)).toBe('small')
    second.release(0)
    expect(await taken(second)).toBeNull()
    first.release(0)
    expect(await taken(second)).toBe('large 2')
  })

  test('are drawn at the same time as far as memory is there', async () => {
    const { scheduler, add } = setUp(3, { memoryFor: 2 })
    const pages = [1, 2, 3].map(() => scheduler.openPage(false))
    for (const name of ['large 1', 'large 2', 'large 3']) add('a', name)
    expect([await taken(pages[0]!), await taken(pages[1]!)]).toEqual(['large 1', 'large 2'])
    expect(await taken(pages[2]!)).toBeNull()
  })
})

describe('an account that is not known to be quick', () => {
  async function draw(page: PageSlot<NamedTask>, tookMs: number) {
    const name = await taken(page)
    page.release(tookMs)
    return name
  }

  test('does not hold every page beside others, nor the spare one', async () => {
    const { scheduler, add } = setUp(2)
    const [first, second, spare] = [false, false, true].map(each => scheduler.openPage(each))
    add('b', 'before')
    await draw(first!, 0)
    for (let at = 0; at < 3; at++) add('a', `a${at}`)
    expect(await taken(first!)).toBe('a0')
    await pause(350)
    expect(await taken(second!)).toBeNull()
    expect(await taken(spare!)).toBeNull()
    add('b', 'after')
    expect(await taken(second!)).toBe('after')
  })

  test('holds them once it is known to give them back soon, and not when it has become slow', async () => {
    const { scheduler, add } = setUp(2)
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    add('b', 'before')
    await draw(first, 0)
    for (let at = 0; at < 5; at++) add('a', `a${at}`)
    for (let at = 0; at < 3; at++) expect(await draw(first, 0)).toBe(`a${at}`)
    expect([await taken(first), await taken(second)]).toEqual(['a3', 'a4'])
    first.release(3_000)
    second.release(0)
    for (let at = 5; at < 7; at++) add('a', `a${at}`)
    expect([await taken(first), await taken(second)]).toEqual(['a5', null])
  })

  test('is served by every page while it is alone', async () => {
    const { scheduler, add } = setUp(2)
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    for (let at = 0; at < 2; at++) add('a', `a${at}`)
    expect([await taken(first), await taken(second)]).toEqual(['a0', 'a1'])
  })
})

describe('an account whose figure is slow', () => {
  test('goes on with its other renders while nobody else renders; health checks are nobody', async () => {
    const { scheduler, add } = setUp(2)
    const [first, second, spare] = [false, false, true].map(each => scheduler.openPage(each))
    add('canary', 'check')
    expect(await taken(second!)).toBe('check')
    second!.release(0)
    add('a', 'slow')
    expect(await taken(first!)).toBe('slow')
    await pause(4000)
    for (let at = 0; at < 3; at++) {
      add('a', `quick${at}`)
      expect(await taken(second!)).toBe(`quick${at}`)
      await pause(20)
      second!.release(0)
    }
    add('a', 'next')
    expect(await taken(spare!)).toBeNull()
  })

  test('leaves the page to others who render, and takes it again when they have paused', async () => {
    const { scheduler, add } = setUp(2)
    const [first, second, spare] = [false, false, true].map(each => scheduler.openPage(each))
    add('a', 'slow')
    expect(await taken(first!)).toBe('slow')
    await pause(4000)
    add('b', 'polite')
    expect(await taken(second!)).toBe('polite')
    second!.release(0)
    add('a', 'next')
    expect(await taken(second!)).toBeNull()
    add('b', 'polite again')
    expect(await taken(spare!)).toBe('polite again')
    spare!.release(0)
    await pause(10_100)
    expect(await taken(second!)).toBe('next')
  })

  test('and that then holds every page gives one back as soon as somebody else waits', async () => {
    const { scheduler, add, preempted } = setUp(2, { spare: false })
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    add('a', 'slow')
    expect(await taken(first)).toBe('slow')
    await pause(4000)
    add('a', 'slow as well')
    expect(await taken(second)).toBe('slow as well')
    await pause(1100)
    add('b', 'polite')
    expect(preempted).toEqual(['slow as well'])
  })
})

describe('renders that nobody waits for', () => {
  test('leave one page free, and are held back while the process has answers to give', async () => {
    let free = false
    const { scheduler, add } = setUp(2, { canDispatch: () => free })
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    add('a', 'b1', 'background')
    add('a', 'b2', 'background')
    const [one, two] = [taken(first, 400), taken(second, 400)]
    await pause(150)
    free = true
    expect([await one, await two].filter(name => name !== null)).toEqual(['b1'])
  })

  test('give the slow lane to what somebody waits for', async () => {
    const { scheduler, add, preempted } = setUp(2)
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    add('a', 'b1', 'background', true)
    const [one] = await Promise.all([taken(first), taken(second)])
    expect(one).toBe('b1')
    add('b', 'w1', 'waiting', true)
    expect(preempted).toContain('b1')
  })
})

describe('the slow lane', () => {
  test('never holds every page, whatever waits for it', async () => {
    const { scheduler, add } = setUp(2)
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    for (let at = 0; at < 4; at++) add('a', `slow${at}`, 'waiting', true)
    expect(await taken(first)).toBe('slow0')
    expect(await taken(second)).toBeNull()
    add('b', 'ordinary')
    expect(await taken(second)).toBe('ordinary')
  })

  test('takes the renders of an account whose last ones took long', async () => {
    const { scheduler, add } = setUp(2)
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    add('b', 'quick')
    await taken(second)
    second.release(0)
    add('a', 'first')
    expect(await taken(first)).toBe('first')
    first.release(20_000)
    for (let at = 0; at < 2; at++) add('a', `next${at}`)
    expect(await taken(first)).toBe('next0')
    expect(await taken(second)).toBeNull()
    add('b', 'ordinary')
    expect(await taken(second)).toBe('ordinary')
  })

  test('on one page waits for a spare one, which then serves everybody else', async () => {
    const { scheduler, add } = setUp(1)
    const needed = scheduler.spareNeeded(stop.signal)
    const page = scheduler.openPage(false)
    add('a', 'slow', 'waiting', true)
    expect(await taken(page)).toBeNull()
    expect(await needed).toBe(true)
    const spare = scheduler.openPage(true)
    expect(await taken(page)).toBe('slow')
    expect(await taken(spare)).toBeNull()
    add('b', 'ordinary')
    expect(await taken(spare, 600)).toBe('ordinary')
  })

  test('waits for a page that is being opened anew, and takes none of the others meanwhile', async () => {
    const { scheduler, add } = setUp(2)
    const [first, second, spare] = [false, false, true].map(each => scheduler.openPage(each))
    second!.close()
    add('a', 'slow', 'waiting', true)
    expect(await taken(first!)).toBeNull()
    const again = scheduler.openPage(false)
    expect(await taken(again)).toBe('slow')
    add('b', 'ordinary')
    expect(await taken(first!)).toBe('ordinary')
    expect(await taken(spare!)).toBeNull()
  })

  test('a render that turns out slow may stay while a page is left, else it is to leave', async () => {
    const { scheduler, add } = setUp(2)
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    add('a', 'one')
    add('b', 'two')
    await taken(first)
    await taken(second)
    expect(first.enterSlowLane()).toBe(true)
    expect(second.enterSlowLane()).toBe(false)
  })
})

describe('a spare page', () => {
  test('stands in for a page that is held, and is no further one', async () => {
    const { scheduler, add } = setUp(1)
    const [page, spare] = [scheduler.openPage(false), scheduler.openPage(true)]
    add('a', 'first')
    add('b', 'second')
    expect(await taken(page)).toBe('first')
    expect(await taken(spare)).toBeNull()
    await pause(350)
    expect(await taken(spare)).toBe('second')
  })

  test('is asked for when every page is held for long, and not before', async () => {
    const { scheduler, add } = setUp(1)
    const page = scheduler.openPage(false)
    let asked = false
    void scheduler.spareNeeded(stop.signal).then(() => {
      asked = true
    })
    add('a', 'long')
    await taken(page)
    add('b', 'waiting')
    await pause(200)
    expect(asked).toBe(false)
    await pause(600)
    expect(asked).toBe(true)
  })

  test('is not there where memory forbids it: the slow lane then takes the only page', async () => {
    const { scheduler, add } = setUp(1, { spare: false })
    add('a', 'slow', 'waiting', true)
    expect(await taken(scheduler.openPage(false))).toBe('slow')
  })
})

describe('pages that renders hold which nobody knew to be slow', () => {
  test('are taken back for others who wait, but for the places of the slow lane', async () => {
    const { scheduler, add, preempted } = setUp(2)
    const [first, second] = [scheduler.openPage(false), scheduler.openPage(false)]
    add('a', 'one')
    add('a', 'two')
    await taken(first)
    await taken(second)
    await pause(2100)
    expect(preempted).toEqual([])
    add('b', 'ordinary')
    expect(new Set(preempted)).toEqual(new Set(['two']))
  })
})

describe('places', () => {
  const overloaded = expect.objectContaining({ code: 'overloaded', status: 503 })

  test('are bounded, in all and for each account', () => {
    const { add } = setUp(1, { bounds: { waiting: 3, waitingPerFlow: 2, background: 1 } })
    add('a', 'w1')
    add('a', 'w2')
    expect(() => add('a', 'w3')).toThrow(overloaded)
    add('b', 'w3')
    expect(() => add('c', 'w4')).toThrow(overloaded)
    add('c', 'b1', 'background')
    expect(() => add('c', 'b2', 'background')).toThrow(overloaded)
  })

  /** How many of its renders an account may ask for at once, beside the one on the page. */
  async function admitted(
    bounds: object,
    prepare: (add: ReturnType<typeof setUp>['add']) => void = () => {},
  ) {
    const { scheduler, add } = setUp(1, { bounds })
    const page = scheduler.openPage(false)
    add('a', 'first')
    await taken(page)
    prepare(add)
    for (let at = 0; at < 100; at++) {
      try {
        add('a', `w${at}`)
      } catch (refused) {
        return { count: at, refused, add }
      }
    }
    throw new Error('all were admitted')
  }

  test('who would come too late is refused at once, with the time to come back; others are not', async () => {
    const { refused, add } = await admitted({ longestWaitMs: 1000, longestOwnWaitMs: 1000 })
    expect(refused).toEqual(overloaded)
    expect(refused).toMatchObject({ retryAfter: expect.any(Number) })
    expect(() => add('b', 'polite')).not.toThrow()
  })

  test('an account that waits for few renders is rather late than refused', async () => {
    const { scheduler, add } = setUp(1, { bounds: { longestWaitMs: 50, longestOwnWaitMs: 3000 } })
    add('b', 'other')
    const page = scheduler.openPage(false)
    await taken(page)
    page.release(0)
    add('b', 'on the page')
    await taken(page)
    add('b', 'next')
    for (let at = 0; at < 3; at++) add('a', `a${at}`)
    expect(() => add('a', 'one more')).toThrow(overloaded)
  })

  test.each([
    ['there is', 'one of its last renders was late', [18], true],
    ['there is no', 'two of its last renders were late', [17, 19], false],
  ])('%s place for more of an account if %s', async (_, _why, late, areThere) => {
    const bounds = { longestWaitMs: 1000, longestOwnWaitMs: 1000, longestSlowWaitMs: 1000 }
    const { scheduler, add } = setUp(1, { bounds })
    const page = scheduler.openPage(false)
    for (let at = 0; at < 20; at++) {
      add('a', `a${at}`)
      await taken(page)
      await pause(late.includes(at) ? 8000 : 20)
      page.release(0)
    }
    add('b', 'on the page')
    await taken(page)
    add('b', 'next')
    const more = () => {
      for (let at = 0; at < 10; at++) add('a', `more ${at}`)
    }
    if (areThere) expect(more).not.toThrow()
    else expect(more).toThrow(overloaded)
  })

  test('an account that waits for nobody but itself may ask for more at once', async () => {
    const bounds = { longestWaitMs: 1000, longestOwnWaitMs: 3000 }
    const alone = await admitted(bounds)
    const beside = await admitted(bounds, add => add('b', 'other'))
    expect(alone.count).toBeGreaterThan(2 * beside.count)
  })
})
