import { describe, expect, test } from '@jest/globals'
import { parseHttpDate } from '../../src/http/http-date.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const read = (header: string) => {
  const time = parseHttpDate(header, now)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

describe('a date in a header', () => {
  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Wednesday, 06-Nov-76 08:49:37 GMT', '2076-11-06T08:49:37.000Z'],
    ['Saturday, 06-Nov-77 08:49:37 GMT', '1977-11-06T08:49:37.000Z'],
  ])('%s', (header, expected) => expect(read(header)).toBe(expected))

  test.each([
    ...['', '2099', '2099-01-01', '1 Jan 2030', 'Tuesday', 'now', '0'],
    ...['Sun, 06 Nov 1994 08:49:37 PST', 'sun, 06 nov 1994 08:49:37 gmt', 'Sun, 6 Nov 1994 08:49:37 GMT'],
    ...[
      'Sun, 06 Nov 1994 25:49:37 GMT',
      'Sun, 06 Nox 1994 08:49:37 GMT',
      'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
    ],
  ])('%j is none', header => expect(read(header)).toBeNull())
})
