/** Access to arrays of data: plain arrays and typed arrays in base64. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { isTypedArray, typedLength, typedShape, typedValues } from './typed-arrays.ts'

/** The value under a path of names such as `link.source`. */
export const dataAt = (tree: FigureTree, place: Place, path: string): Place =>
  path.includes('.') ? tree.at(place, ...path.split('.')) : tree.member(place, path)

/** The number of values or rows; null if it is not an array. */
export function lengthOf(tree: FigureTree, place: Place): number | null {
  if (tree.is(place, kinds.array)) return tree.count(place)
  if (place === none || !isTypedArray(tree, place)) return null
  return typedShape(tree, place)[0] ?? typedLength(tree, place)
}

/** The number of values in all rows; 0 if it is not an array. */
export const sizeOf = (tree: FigureTree, place: Place): number =>
  tree.is(place, kinds.array) ? tree.values(place) : typedLength(tree, place)

/** Whether the array has no rows. */
export const isFlat = (tree: FigureTree, place: Place): boolean =>
  tree.is(place, kinds.array)
    ? (tree.mask(place) & kinds.array) === 0
    : isTypedArray(tree, place) && typedShape(tree, place).length < 2

/** The length of the longest row; 0 without rows. */
export const columnsOf = (tree: FigureTree, place: Place): number =>
  tree.is(place, kinds.array) ? tree.longestRow(place) : (typedShape(tree, place)[1] ?? 0)

/** The numbers in order, with NaN for other values. Reads the whole array, so use it only if necessary. */
export function numbersOf(tree: FigureTree, place: Place): Float64Array {
  if (!tree.is(place, kinds.array)) return typedValues(tree, place)
  const read = tree.value(place) as unknown[]
  const values = tree.mask(place) & kinds.array ? read.flat(2) : read
  const numbers = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    numbers[i] = value === null || value === '' || typeof value === 'boolean' ? NaN : Number(value)
  }
  return numbers
}

/** All values of an array or a typed array; empty for others. Reads the whole array, so use it only if necessary. */
export const valuesOf = (tree: FigureTree, place: Place): ArrayLike<unknown> & Iterable<unknown> =>
  tree.is(place, kinds.array) ? (tree.value(place) as unknown[]) : typedValues(tree, place)

const mostTyped = 512

/** The first values of an array or a typed array. */
export const firstValues = (tree: FigureTree, place: Place): readonly unknown[] =>
  tree.is(place, kinds.array) ? headOf(tree, place) : [...typedValues(tree, place, mostTyped)]

/** The smallest and the largest number; null if there are none. */
export function extentOf(numbers: Float64Array): readonly [number, number] | null {
  let min = Infinity
  let max = -Infinity
  for (const value of numbers) {
    if (value < min) min = value
    if (value > max) max = value
  }
  return min <= max ? [min, max] : null
}
