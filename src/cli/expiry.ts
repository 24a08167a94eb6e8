/** Moments as people type them on a command line. */

import { invalidParameter } from '../errors/errors.ts'

const hourMs = 3_600_000
const unitMs: Readonly<Record<string, number>> = {
  h: hourMs,
  d: 24 * hourMs,
  w: 7 * 24 * hourMs,
  y: 365 * 24 * hourMs,
}

/** `90d`, `12h`, `4w`, `1y`, or a date such as 2027-01-31. Rejects with `invalid_parameter`. */
export function readExpiry(given: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,5})([hdwy])$/.exec(given) ?? []
  const at = count ? now.getTime() + Number(count) * (unitMs[unit] ?? 0) : dateIn(given)
  if (at > now.getTime() && at < Date.parse('9999-12-31')) return new Date(at)
  throw invalidParameter('--expires', 'must be a time to come such as 90d, 12h, 4w, 1y or 2030-01-31')
}

const dateIn = (text: string) => (/^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN)
