import { beforeEach, describe, expect, test } from '@jest/globals'
import { allowances, createLoginThrottle, type LoginThrottle } from '../../src/accounts/login-throttle.ts'
import { standingClock, useTestStore } from '../support/store.ts'

const opened = useTestStore()
let clock: ReturnType<typeof standingClock>
let attempts: LoginThrottle
let who = ''
let next = 0

beforeEach(() => {
  clock = standingClock()
  attempts = createLoginThrottle(opened.store, clock)
  who = `who-${next++}`
})

/** Seconds to wait, 0 when the try was let through. */
async function wait(): Promise<number> {
  try {
    await attempts.begin('name', who)
    return 0
  } catch (error) {
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 })
    return (error as { retryAfter: number }).retryAfter
  }
}

describe('guessing', () => {
  test('is not held up for as long as a clock was set back', async () => {
    for (let tried = 0; tried < allowances.name.free; tried++) expect(await wait()).toBe(0)
    clock.pass(-86_400_000)
    expect(await wait()).toBe(0)
  })

  test('is free for a few tries, then waits double', async () => {
    const { free } = allowances.name
    for (let tried = 0; tried < free; tried++) expect(await wait()).toBe(0)
    const waits: number[] = []
    for (let round = 0; round < 4; round++) {
      const seconds = await wait()
      waits.push(seconds)
      clock.pass(seconds * 1000)
      expect(await wait()).toBe(0)
    }
    expect(waits).toEqual([1, 2, 4, 8])
  })

  test('is bounded to about a hundred tries a day', async () => {
    let tries = 0
    for (const end = clock.now() + 86_400_000; clock.now() < end; ) {
      const seconds = await wait()
      if (seconds === 0) tries += 1
      else clock.pass(seconds * 1000)
    }
    expect(tries).toBeGreaterThan(90)
    expect(tries).toBeLessThan(120)
  })

  test('never makes anybody wait longer than a quarter of an hour, however long it goes on', async () => {
    for (let round = 0; round < 60; round++) {
      const seconds = await wait()
      expect(seconds).toBeLessThanOrEqual(900)
      clock.pass(seconds * 1000)
    }
    // Tries during a wait are refused and do not prolong it.
    await wait()
    const before = await wait()
    for (let again = 0; again < 20; again++) await wait()
    expect(await wait()).toBe(before)
  })

  test('many at once are no way around', async () => {
    const elsewhere = createLoginThrottle(opened.store, clock)
    const tries = Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? attempts : elsewhere).begin('name', who),
    )
    const through = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(through.length).toBeLessThanOrEqual(allowances.name.free)
  })

  test('is forgotten after a success', async () => {
    for (let tried = 0; tried < allowances.name.free; tried++) await wait()
    await attempts.clear('name', who)
    expect(await wait()).toBe(0)
  })

  test('counts per name: another one is not held up', async () => {
    for (let tried = 0; tried <= allowances.name.free; tried++) await wait()
    expect(await wait()).toBeGreaterThan(0)
    who = `${who}-other`
    expect(await wait()).toBe(0)
  })
})

test('an own account between the guesses does not free an address from its wait', async () => {
  for (let tried = 0; tried < allowances.address.free - 1; tried++) {
    await attempts.begin('address', who)
    await attempts.begin('address', who)
    await attempts.forgive('address', who)
  }
  await attempts.begin('address', who)
  await expect(attempts.begin('address', who)).rejects.toMatchObject({ code: 'rate_limited' })
})
