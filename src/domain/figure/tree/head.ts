/** The first values of an array, without reading the rest of it. */

import type { FigureTree, Place } from './figure-tree.ts'

const headBytes = 4_096

/** At most 4 KB of an array's values, in order; fewer where texts hold commas. */
export function headOf(tree: FigureTree, place: Place): readonly unknown[] {
  const start = tree.start(place)
  if (tree.end(place) - start <= headBytes) return tree.value(place) as unknown[]
  let cut = start + headBytes
  // A comma may stand in a text: then what is before it is no JSON, and the one before is tried.
  for (let tries = 0; tries < 8; tries++) {
    cut = tree.bytes.lastIndexOf(0x2c, cut - 1)
    if (cut <= start) return []
    try {
      return JSON.parse(`${tree.bytes.toString('utf8', start, cut)}]`)
    } catch {
      // The next one.
    }
  }
  return []
}
