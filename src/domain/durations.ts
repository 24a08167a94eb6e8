/** Parses durations and future dates as people type them: `12h`, `90d`, `4w`, `1y`, `2030-01-31`. */

import { invalidParameter } from '../errors/errors.ts'

const hourMs = 3_600_000
const unitMs: Readonly<Record<string, number>> = {
  h: hourMs,
  d: 24 * hourMs,
  w: 7 * 24 * hourMs,
  y: 365 * 24 * hourMs,
}

/** The milliseconds of a duration such as `12h`, `90d`, `4w` or `1y`; null if the text is none. */
export function readDuration(given: string): number | null {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hdwy])$/.exec(given) ?? []
  return count ? Number(count) * (unitMs[unit] ?? 0) : null
}

/** The time that a duration from now or a date means (UTC unless it names a zone); null if the text is neither. */
export function readTime(given: string, now: Date): Date | null {
  const length = readDuration(given)
  const at = length === null ? dateIn(given) : now.getTime() + length
  return at < Date.parse('9999-12-31') ? new Date(at) : null
}

/** The same, but throws `invalid_parameter` for the parameter `name`, also if the time is not in the future. */
export function readFutureDate(name: string, given: string, now: Date): Date {
  const moment = readTime(given, now)
  if (moment === null || moment <= now) throw invalidParameter(name, `must be ${futureDates}`)
  return moment
}

/** What `readFutureDate` takes, for messages and help texts. */
export const futureDates = 'a time to come such as 90d, 12h, 4w, 1y or 2030-01-31'

const dateShape = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i

/** The milliseconds of a date; NaN if the text is none, or one that the calendar does not have. */
export function dateIn(text: string): number {
  const [, day = '', time = '00:00', zone = 'Z'] = dateShape.exec(text) ?? []
  const midnight = Date.parse(day)
  // JavaScript continues after the last day of a month: 30 February would be 2 March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return Number.NaN
  return Date.parse(`${day}T${time}${zone.toUpperCase()}`)
}
