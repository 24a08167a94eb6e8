/** The first values of an array, without reading the rest of it. */

import { type FigureTree, kinds, type Place } from './figure-tree.ts'

const headBytes = 4_096

/** The values in the first 4 KB of an array, in order. May be fewer if strings contain commas. */
export function headOf(tree: FigureTree, place: Place): readonly unknown[] {
  const start = tree.start(place)
  if (tree.end(place) - start <= headBytes) return tree.value(place) as unknown[]
  let cut = start + headBytes
  // If the comma is inside a string, the text before it is not valid JSON, and the previous comma is tried.
  for (let tries = 0; tries < 8; tries++) {
    cut = tree.bytes.lastIndexOf(0x2c, cut - 1)
    if (cut <= start) return []
    try {
      return JSON.parse(`${tree.bytes.toString('utf8', start, cut)}]`)
    } catch {
      // Try the previous comma.
    }
  }
  return []
}

/** Whether it is an array that `headOf` reads completely. Checks that need all values skip longer ones. */
export const isReadWhole = (tree: FigureTree, place: Place): boolean =>
  tree.is(place, kinds.array) && tree.end(place) - tree.start(place) <= headBytes
