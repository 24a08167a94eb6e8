import { describe, expect, test } from '@jest/globals'
import { localeConfig } from '../../../src/browser/figure/locale.ts'
import type { JsonObject } from '../../../src/browser/json.ts'
import { isRightToLeft } from '../../../src/plotly/right-to-left.ts'

const formatOf = (locale: string) => {
  const { locales } = localeConfig(locale) as { locales: Record<string, { format: JsonObject }> }
  return locales[locale]?.format ?? {}
}

describe('numbers and dates', () => {
  test.each([
    ['de', ',', '.', '%-d. %b %Y', '%-d. %b'],
    ['fr', ',', '\u00a0', '%-d %b %Y', '%-d %b'],
    ['en-GB', '.', ',', '%-d %b %Y', '%-d %b'],
    ['ja', '.', ',', '%Y年%-m月%-d日', '%-m月%-d日'],
  ])('of %s', (locale, decimal, thousands, dayMonthYear, dayMonth) => {
    expect(formatOf(locale)).toMatchObject({ decimal, thousands, dayMonthYear, dayMonth })
  })

  test('have the names of days from Sunday on and of months, long and short', () => {
    const { days, shortDays, months, shortMonths } = formatOf('de') as Record<string, string[]>
    expect([days?.[0], days?.[6], shortDays?.[0]]).toEqual(['Sonntag', 'Samstag', 'So'])
    expect([months?.[0], months?.[11], shortMonths?.[0]]).toEqual(['Januar', 'Dezember', 'Jan'])
  })

  test('are as long as an axis has room for', () => {
    expect(formatOf('de')).toMatchObject({ year: '%Y', month: '%b %Y', date: '%d.%m.%Y' })
  })

  test('come in groups as the language has them, the last first', () => {
    expect((formatOf('hi').grouping as number[]).slice(0, 3)).toEqual([3, 2, 2])
    expect((formatOf('de').grouping as number[])[0]).toBe(3)
    expect(formatOf('en-US-posix')).toMatchObject({ thousands: '', grouping: [3] })
  })

  test('are of the calendar and in the digits that the library writes', () => {
    expect(formatOf('fa').dayMonthYear).toContain('%Y')
    expect(JSON.stringify([formatOf('fa').months, formatOf('ar-EG').decimal])).not.toMatch(/[٠-٩۰-۹٫]/)
  })
})

test('right to left are the languages that are written so', () => {
  expect(['ar', 'he-IL', 'fa', 'ur-PK'].every(isRightToLeft)).toBe(true)
  expect(['de', 'en-US', 'ja', 'uz-Latn'].some(isRightToLeft)).toBe(false)
})

test('no language asked for leaves the library as it is', () => {
  expect(localeConfig(null)).toEqual({})
})
