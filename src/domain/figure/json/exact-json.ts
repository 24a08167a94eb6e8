/** `JSON.parse` for texts whose numbers may be beyond a double. */

// Part of ECMAScript 2026; TypeScript's library does not name it yet.
declare global {
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

/** Matches integers of 16 or more digits and exponents of three digits. Only texts with these can exceed a double. */
const mayLose = /(?<![\d.])\d{16}|\d[eE]\+?\d{3}/

/** Like `JSON.parse`, but keeps the digits of numbers that a double cannot hold, such as `1e400`. */
export function readJson(text: string): unknown {
  return mayLose.test(text) ? JSON.parse(text, keepNumber) : JSON.parse(text)
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return exact ? value : JSON.rawJSON(context.source)
}

/** The text of a string, number or word as a value, but a number that a double would spell otherwise stays what was written, as `1.0` and `1e3` do. */
export function readScalar(text: string): unknown {
  if (!/^[-\d]/.test(text)) return JSON.parse(text)
  const value = Number(text)
  return String(value) === text ? value : JSON.rawJSON(text)
}
