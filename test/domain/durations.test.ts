/** Lengths of time and dates as people type them. */

import { describe, expect, test } from '@jest/globals'
import { readDuration, readFutureDate, readTime } from '../../src/domain/durations.ts'

const now = new Date('2026-03-01T12:00:00Z')
const hourMs = 3_600_000

describe('a length of time', () => {
  test.each([
    ['1h', hourMs],
    ['12h', 12 * hourMs],
    ['90d', 90 * 24 * hourMs],
    ['4w', 28 * 24 * hourMs],
    ['1y', 365 * 24 * hourMs],
    ['99999h', 99_999 * hourMs],
  ])('may be %s', (given, ms) => expect(readDuration(given)).toBe(ms))

  test.each(['', 'd', '0d', '01d', '-1d', '1.5d', '100000h', '3', '5m', '1 d', ' 1d', '1d ', '1dd', '1D'])(
    'is not %j',
    given => expect(readDuration(given)).toBeNull(),
  )
})

describe('a time to come', () => {
  test.each([
    ['90d', '2026-05-30T12:00:00.000Z'],
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['2030-01-31T10:30', '2030-01-31T10:30:00.000Z'],
    ['2030-01-31 10:30:15', '2030-01-31T10:30:15.000Z'],
    ['2030-01-31t10:30:15.25z', '2030-01-31T10:30:15.250Z'],
    ['2030-01-31T10:30+02:00', '2030-01-31T08:30:00.000Z'],
    ['2030-01-31T10:30-05:30', '2030-01-31T16:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('may be %s', (given, time) => {
    expect(readTime(given, now)?.toISOString()).toBe(time)
    expect(readFutureDate('expires', given, now).toISOString()).toBe(time)
  })

  test.each([
    ['nothing', ''],
    ['a word', 'soon'],
    ['a day that the calendar does not have', '2030-02-30'],
    ['29 February of a common year', '2030-02-29'],
    ['a month that it does not have', '2030-13-01'],
    ['an hour that no day has', '2030-01-31T25:00'],
    ['a date in another order', '31-01-2030'],
    ['a date and more', '2030-01-31x'],
    ['a date after other text', 'at 2030-01-31'],
    ['a zone without a time', '2030-01-31+02:00'],
    ['a year of five digits', '12030-01-31'],
    ['a date that no answer could print', '99999y'],
    ['the last day of the year 9999', '9999-12-31'],
  ])('is not %s', (_, given) => {
    expect(readTime(given, now)).toBeNull()
    expect(() => readFutureDate('expires', given, now)).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        details: [{ path: 'expires', message: expect.stringContaining('a time to come such as 90d') }],
      }),
    )
  })

  test('is not the present nor the past', () => {
    for (const given of ['2026-03-01T12:00', '2026-03-01', '2020-01-01']) {
      expect(readTime(given, now)).not.toBeNull()
      expect(() => readFutureDate('expires', given, now)).toThrow('expires: must be a time to come')
    }
    expect(readFutureDate('expires', '2026-03-01T12:00:00.001', now).getTime()).toBe(now.getTime() + 1)
  })
})
