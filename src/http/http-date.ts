/** Dates in HTTP headers (RFC 9110, 5.6.7). `Date.parse` accepts much more, such as `2099` or `1 Jan 2030 PST`. */

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The current format, and two obsolete ones, which recipients must accept. */
const formats = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

/** The milliseconds of a date in a header; NaN if there is none, or if it is not in one of the formats. */
export function parseHttpDate(header = '', now = Date.now()): number {
  for (const format of formats) {
    const { day = '', month = '', year = '', time } = format.exec(header)?.groups ?? {}
    if (time === undefined) continue
    const number = String(months.indexOf(month) + 1).padStart(2, '0')
    return Date.parse(`${fullYear(year, now)}-${number}-${day.trim().padStart(2, '0')}T${time}Z`)
  }
  return Number.NaN
}

/** Two digits mean the last such year that is at most 50 years in the future. */
function fullYear(year: string, now: number): string {
  if (year.length === 4) return year
  const latest = new Date(now).getUTCFullYear() + 50
  return String(latest - ((latest - Number(year)) % 100))
}
