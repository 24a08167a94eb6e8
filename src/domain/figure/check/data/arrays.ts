/** Arrays of data as the rules read them: plain ones, and numbers as base64. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { isTypedArray, typedLength, typedShape, typedValues } from './typed-arrays.ts'

/** The value under a path of names such as `link.source`. */
export const dataAt = (tree: FigureTree, place: Place, path: string): Place =>
  path.includes('.') ? tree.at(place, ...path.split('.')) : tree.member(place, path)

/** How many values, or rows, an array has; null for what is none. */
export function lengthOf(tree: FigureTree, place: Place): number | null {
  if (tree.is(place, kinds.array)) return tree.count(place)
  if (place === none || !isTypedArray(tree, place)) return null
  return typedShape(tree, place)[0] ?? typedLength(tree, place)
}

/** Whether each of its values is a point: no rows in it. */
export const isFlat = (tree: FigureTree, place: Place): boolean =>
  tree.is(place, kinds.array)
    ? (tree.mask(place) & kinds.array) === 0
    : isTypedArray(tree, place) && typedShape(tree, place).length < 2

/** Its numbers, in order; what is no number is NaN. Reads the whole array: only for rules that must. */
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

/** The smallest and the largest of the numbers; null where there are none. */
export function extentOf(numbers: Float64Array): readonly [number, number] | null {
  let least = Infinity
  let most = -Infinity
  for (const value of numbers) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return least <= most ? [least, most] : null
}
