/** Lengths of time and moments to come, as people type them: `12h`, `90d`, `4w`, `1y`, `2030-01-31`. */

import { invalidParameter } from '../errors/errors.ts'

const hourMs = 3_600_000
const unitMs: Readonly<Record<string, number>> = {
  h: hourMs,
  d: 24 * hourMs,
  w: 7 * 24 * hourMs,
  y: 365 * 24 * hourMs,
}

/** `12h`, `90d`, `4w` or `1y` in milliseconds; null where it is none of these. */
export function readLength(given: string): number | null {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hdwy])$/.exec(given) ?? []
  return count ? Number(count) * (unitMs[unit] ?? 0) : null
}

/** A length from now, or a date, of UTC where it names no other zone; null where it is neither, or not to come. */
export function momentIn(given: string, now: Date): Date | null {
  const length = readLength(given)
  const at = length === null ? dateIn(given) : now.getTime() + length
  return at > now.getTime() && at < Date.parse('9999-12-31') ? new Date(at) : null
}

/** That moment. Throws `invalid_parameter` under that name. */
export function readMoment(name: string, given: string, now: Date): Date {
  const moment = momentIn(given, now)
  if (moment === null) throw invalidParameter(name, `must be ${momentsToCome}`)
  return moment
}

export const momentsToCome = 'a time to come such as 90d, 12h, 4w, 1y or 2030-01-31'

const dateIn = (text: string) => (/^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN)
