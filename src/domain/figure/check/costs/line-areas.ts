/** The costs of the pixels that wide lines of software WebGL cover: each segment is shaded, however many lie on each other. */

import { none } from '../../tree/figure-tree.ts'
import { lengthOf, numbersOf } from '../data/arrays.ts'
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
 * Milliseconds per square pixel. Measured: 5,000 segments of noise with a width of 50 11 s; 2,000 with 200 over 20 s, of a
 * smooth line 1.8 s.
 */
const pixelMs = 2.4e-4
/** The least length of a segment that is shaded. */
const minLength = 20
/** The cost of a point includes that of such a line. */
const usualWidth = 5

export function lineAreaCosts({ tree, traces }: EstimatedFigure): readonly Cost[] {
  return traces.flatMap(({ place: trace, type, template }) => {
    const coordinates = types.get(type)
    if (!coordinates || isHidden(tree, trace)) return []
    if (!(textAt(tree, trace, template, 'mode') ?? 'lines').includes('lines')) return []
    const width = givenAt(tree, trace, template, 'line', 'width')
    const wide = (tree.number(width) ?? 0) - usualWidth
    if (!(wide > 0)) return []
    const data = coordinates.map(([name, length]) => ({ values: tree.member(trace, name), length }))
    const count = Math.max(...data.map(({ values }) => lengthOf(tree, values) ?? 0))
    const lengths = data.map(({ values, length }) =>
      values === none ? 0 : roughnessOf(numbersOf(tree, values)).roughness * length,
    )
    return [
      costOf(width, count, 'segments of wide lines', wide * (minLength + Math.hypot(...lengths)) * pixelMs),
    ]
  })
}
