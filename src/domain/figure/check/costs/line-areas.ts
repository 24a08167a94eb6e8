/** The costs of the pixels that lines of software WebGL cover: each segment is shaded, however many lie on each other. */

import type { Place } from '../../tree/figure-tree.ts'
import { firstValues, lengthOf, numbersOf } from '../data/arrays.ts'
import { roughnessOf } from '../data/roughness.ts'
import { isHidden } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'
import { givenAt, textAt } from './templates.ts'

/** The coordinates of each type, and the lengths in pixels along which they extend. */
const types: ReadonlyMap<string, readonly (readonly [name: string, length: number])[]> = new Map([
  [
    'scattergl',
    [
      ['x', 600],
      ['y', 350],
    ],
  ],
  [
    'scatterpolargl',
    [
      ['r', 350],
      ['theta', 350],
    ],
  ],
])

/**
 * Milliseconds per square pixel, besides the cost of the point. Measured: 100,000 segments of noise 7 s, 5,000 with a width
 * of 50 11 s; 2,000 with a width of 200 over 20 s, of a smooth line 1.8 s.
 */
const pixelMs = 3.4e-4
/** By how much the smooth edges of a line make it wider. */
const edges = 2
/** The least length that is shaded, as a share of the width. */
const minLength = 1 / 15
const usualWidth = 2
/** Below this, it does not matter whether later values are further apart than the first ones. */
const noticedMs = 2_000

export function lineAreaCosts({ tree, traces }: EstimatedFigure): readonly Cost[] {
  return traces.flatMap(({ place: trace, type, template }) => {
    const coordinates = types.get(type)
    if (!coordinates || isHidden(tree, trace)) return []
    if (!(textAt(tree, trace, template, 'mode') ?? 'lines').includes('lines')) return []
    const data = coordinates.map(([name, length]) => ({ values: tree.member(trace, name), length }))
    const counts = data.map(({ values }) => lengthOf(tree, values) ?? 0)
    const count = Math.max(...counts)
    const given = givenAt(tree, trace, template, 'line', 'width')
    const width = tree.number(given) ?? usualWidth
    const isWide = width > usualWidth
    const place = isWide ? given : data[counts.indexOf(count)]!.values

    function costBy(read: (values: Place) => Float64Array): Cost {
      const lengths = data.map(({ values, length }) => roughnessOf(read(values)).roughness * length)
      const area = (width + edges) * (width * minLength + Math.hypot(...lengths))
      return costOf(place, count, `segments of ${isWide ? 'wide ' : ''}lines`, area * pixelMs)
    }
    const byFirst = costBy(values => Float64Array.from(firstValues(tree, values), Number))
    return [byFirst.ms < noticedMs ? byFirst : costBy(values => numbersOf(tree, values))]
  })
}
