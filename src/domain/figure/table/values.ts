/** The values of a column, one per row, possibly computed on demand. */

/** An array, a typed array, or values that are computed on demand. */
export interface Values extends Iterable<unknown> {
  readonly length: number
  /** Undefined after the end. `row` must not be negative. */
  at(row: number): unknown
}

/** Values that are computed on demand. */
export class LazyValues implements Values {
  readonly length: number
  readonly at: (row: number) => unknown

  /** `at` is called only with rows within the length. */
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

/** A value as text, like `String`, which fails on objects with a member `toString`. */
export function textOf(value: unknown): string {
  if (JSON.isRawJSON(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return value.map(item => (item === null ? '' : textOf(item))).join()
  return typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value)
}

export interface Column {
  /** The attribute, such as `x` or `marker.size`; for dimensions and table columns, their label. */
  readonly name: string
  readonly values: Values
}

/** The length of the longest list. There may be too many lists for `Math.max(...)`. */
export const longest = (lists: readonly { readonly length: number }[]): number =>
  lists.reduce((max, { length }) => Math.max(max, length), 0)
