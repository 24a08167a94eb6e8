/** Collects the faults of a figure while it is checked, so that one answer lists all of them. */

import { type ErrorDetail, invalidFigure } from '../../errors/errors.ts'

/** How many faults one answer lists. It gives the number of the others. */
const maxFaults = 100

/** A text, or a function that makes it if it is needed. */
export type Text = string | (() => string)

export const textOf = (text: Text): string => (typeof text === 'string' ? text : text())

/** Keeps up to `maxFaults` faults and counts the others. */
export class Faults {
  #count = 0
  readonly #details: ErrorDetail[] = []

  add(path: Text, message: Text): void {
    if (this.#count++ < maxFaults) this.#details.push({ path: textOf(path), message: textOf(message) })
  }

  /** True once further faults are only counted, so that callers need not make their paths and messages. */
  get full(): boolean {
    return this.#count >= maxFaults
  }

  /** Throws `invalid_figure` with all faults if there are any. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const more = this.#count - this.#details.length
    const rest = more > 0 ? [{ path: '$', message: `${more} more faults of these kinds` }] : []
    throw invalidFigure([...this.#details, ...rest])
  }
}

const plainName = /^[A-Za-z_$][\w$]*$/

const longestName = 80

/**
 * The JSON path of a member: `layout.xaxis`, or with quotes if the name is not a plain word: `layout["a b"]`. Long names
 * are shortened.
 */
export function childPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`
  if (key.length > longestName || !plainName.test(key))
    return `${parent || '$'}[${JSON.stringify(shortened(key))}]`
  return parent === '' ? key : `${parent}.${key}`
}

/** Shortens submitted text for use in a message. */
export const shortened = (text: string, limit = longestName) =>
  text.length <= limit ? text : `${text.slice(0, limit)}…`

/** A submitted value as JSON, shortened for use in a message. */
export const quotedValue = (value: unknown): string => shortened(JSON.stringify(value))

/** A number with its noun: `1 value`, `2 values`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
