/**
 * The number and date formats of a language, in the form that the charting library takes. The browser knows them for
 * every language; the library's own files contain less, for fewer languages.
 */

import type { JsonObject } from '../json.ts'

/** Entries of the library's config. `words` are the library's words in that language, for the reader's interactions. */
export function localeConfig(locale: string | null, words: JsonObject = {}): JsonObject {
  return locale === null
    ? {}
    : { locale, locales: { [locale]: { dictionary: words, format: formatOf(locale) } } }
}

/** The library's weeks begin on Sunday. It writes Latin digits and uses the Gregorian calendar. */
function formatOf(locale: string): JsonObject {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
      ...options,
    })
  // 5 February 2023 was a Sunday.
  const days = [5, 6, 7, 8, 9, 10, 11].map(day => new Date(Date.UTC(2023, 1, day)))
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 1)))
  const named = (each: readonly Date[], format: Intl.DateTimeFormat) => each.map(date => format.format(date))
  return {
    days: named(days, dates({ weekday: 'long' })),
    shortDays: named(days, dates({ weekday: 'short' })),
    months: named(months, dates({ month: 'long' })),
    shortMonths: named(months, dates({ month: 'short' })),
    year: patternOf(dates({ year: 'numeric' })),
    month: patternOf(dates({ year: 'numeric', month: 'short' })),
    dayMonth: patternOf(dates({ month: 'short', day: 'numeric' })),
    dayMonthYear: patternOf(dates({ year: 'numeric', month: 'short', day: 'numeric' })),
    date: patternOf(dates({ year: 'numeric', month: '2-digit', day: '2-digit' })),
    ...separatorsOf(locale),
  }
}

/** The order of a date in that language, such as `%-d. %b %Y`. */
const patternOf = (format: Intl.DateTimeFormat): string =>
  format
    .formatToParts(new Date(Date.UTC(2023, 10, 5)))
    .map(({ type, value }) => {
      if (type === 'year') return '%Y'
      if (type === 'day') return value.startsWith('0') ? '%d' : '%-d'
      if (type === 'month') return value === '11' ? (isPadded(format) ? '%m' : '%-m') : '%b'
      return value.replaceAll('%', '%%')
    })
    .join('')

const isPadded = (format: Intl.DateTimeFormat): boolean => format.resolvedOptions().month === '2-digit'

function separatorsOf(locale: string): JsonObject {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(123456789012.5)
  const sign = (type: string) => parts.find(part => part.type === type)?.value
  // The first group of a number has the remaining digits, so it does not count.
  const [, ...groups] = parts.flatMap(({ type, value }) => (type === 'integer' ? [value.length] : []))
  return {
    decimal: sign('decimal') ?? '.',
    // Fonts contain the wider one of the two no-break spaces.
    thousands: (sign('group') ?? '').replace('\u202f', '\u00a0'),
    grouping: groups.length > 0 ? groups.reverse() : [3],
  }
}
