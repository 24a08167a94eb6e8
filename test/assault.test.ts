/** A short form of `npm run assault`: what one account sends harms nobody else. No times are asked of a busy machine. */

import { describe, expect, test } from '@jest/globals'
import { type AssaultReport, runAssault } from '../scripts/assault/run.ts'

const onLinux = process.platform === 'linux' ? describe : describe.skip

onLinux('one account sends hostile figures, asked for and not', () => {
  let report: AssaultReport

  test('and the charts of the others are all made', async () => {
    report = await runAssault({ workers: 1, seconds: 20, perSecond: 10, ordinaryPerSecond: 1, patient: true })
    expect(report.failures).toEqual([])
    expect(report.charts).toBe(20)
    expect(report.attackStatuses.get(201)).toBeGreaterThan(0)
    expect(report.unchecked).toBeGreaterThan(0)
  }, 400_000)

  test('readiness stays true', () => {
    expect(report.readinessAsked).toBeGreaterThan(10)
    // A machine that does not get round to it in time is another matter than a page or a store that fails.
    const isLate = (told: string) => /has drawn the canary within|no answer (?:in|within) \d/.test(told)
    expect(report.notReady.filter(told => !isLate(told))).toEqual([])
  })

  test('no graph of theirs is marked failed', () => {
    expect(report.markedFailed).toBe(0)
  })

  test('every request is answered', () => {
    expect(report.unanswered).toBe(0)
  })

  test('afterwards it is as it was', () => {
    // Infinite if it did not become so within `giveUpMs`.
    expect(report.normalAfterMs).toBeLessThan(Number.POSITIVE_INFINITY)
  })
})
