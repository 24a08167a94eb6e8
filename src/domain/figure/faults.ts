/** The faults of a figure, collected while it is read, so that one answer tells all of them. */

import { type ErrorDetail, invalidFigure } from '../../errors/errors.ts'

/** How many faults one answer tells; it counts the rest. */
const maxFaults = 100

/** A text, or what makes it where it is told. */
export type Text = string | (() => string)

export const textOf = (text: Text): string => (typeof text === 'string' ? text : text())

/** Faults beyond the bound are counted, not kept. */
export class Faults {
  #count = 0
  readonly #details: ErrorDetail[] = []

  add(path: Text, message: Text): void {
    if (this.#count++ < maxFaults) this.#details.push({ path: textOf(path), message: textOf(message) })
  }

  /** True once further faults are only counted: then their paths and messages need not be made. */
  get full(): boolean {
    return this.#count >= maxFaults
  }

  /** Throws `invalid_figure` with every fault, when there is one. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const more = this.#count - this.#details.length
    const rest = more > 0 ? [{ path: '$', message: `${more} more faults of such kinds` }] : []
    throw invalidFigure([...this.#details, ...rest])
  }
}

const plainName = /^[A-Za-z_$][\w$]*$/

const longestName = 80

/**
 * `layout` and `xaxis` give `layout.xaxis`; names that are no plain words are quoted: `layout["a b"]`. A name may be
 * as long as the body: more than its beginning is not told.
 */
export function childPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`
  if (key.length > longestName || !plainName.test(key))
    return `${parent || '$'}[${JSON.stringify(shortened(key))}]`
  return parent === '' ? key : `${parent}.${key}`
}

/** What a message may quote of something submitted. */
export const shortened = (text: string, limit = longestName) =>
  text.length <= limit ? text : `${text.slice(0, limit)}…`
