/** The values of a column, one a row, without a list of them in memory. */

/** An array, a typed array, or values that are made when they are asked for. */
export interface Values extends Iterable<unknown> {
  readonly length: number
  /** Undefined behind the end; nobody asks before the beginning. */
  at(row: number): unknown
}

/** Values that are made when they are asked for. */
export class LazyValues implements Values {
  readonly length: number
  readonly at: (row: number) => unknown

  /** `at` is asked for rows within the length alone. */
  constructor(length: number, at: (row: number) => unknown) {
    this.length = length
    this.at = row => (row < length ? at(row) : undefined)
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (let row = 0; row < this.length; row++) yield this.at(row)
  }

  toJSON(): readonly unknown[] {
    return [...this]
  }
}

export interface Column {
  /** The attribute: `x`, `marker.size`; of dimensions and table columns their label. */
  readonly name: string
  readonly values: Values
}

/** The length of the longest; there may be more of them than a call takes arguments. */
export const longest = (lists: readonly { readonly length: number }[]): number =>
  lists.reduce((most, { length }) => Math.max(most, length), 0)
