/** The costs of the pixels that lines of software WebGL cover: each segment is shaded, however many lie on each other. */

import type { Place } from '../../tree/figure-tree.ts'
import { firstValues, lengthOf, numbersOf } from '../data/arrays.ts'
import { roughnessOf } from '../data/roughness.ts'
import { isHidden } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'
import { givenAt, textAt } from './templates.ts'

interface Lines {
  /** The coordinates, and the lengths in pixels along which they extend. */
  readonly along: readonly (readonly [name: string, length: number])[]
  /** Milliseconds per square pixel, besides the cost of the point. */
  readonly pixelMs: number
  /** By how much smooth edges make a line wider; of scenes, the width that is included in the cost of the point. */
  readonly edges: number
}

/**
 * Measured: 100,000 segments of noise 7 s, 5,000 with a width of 50 11 s; 2,000 with a width of 200 over 20 s, of a smooth
 * line 1.8 s. In a scene 10,000 of noise 1.7 s, with a width of 20 3.8 s, of 100 12.3 s; 3,000 of 100 4 s.
 */
const types: ReadonlyMap<string, Lines> = new Map(
  Object.entries({
    scattergl: lines(3.4e-4, 2, { x: 600, y: 350 }),
    scatterpolargl: lines(3.4e-4, 2, { r: 350, theta: 350 }),
    scatter3d: lines(7.7e-5, -2, { x: 250, y: 250, z: 250 }),
  }),
)

function lines(pixelMs: number, edges: number, along: Readonly<Record<string, number>>): Lines {
  return { along: Object.entries(along), pixelMs, edges }
}

/** The least length that is shaded, as a share of the width. */
const minLength = 1 / 15
const usualWidth = 2
/** Below this, it does not matter whether later values are further apart than the first ones. */
const noticedMs = 2_000

export function lineAreaCosts({ tree, traces }: EstimatedFigure): readonly Cost[] {
  return traces.flatMap(({ place: trace, type, template }) => {
    const ofType = types.get(type)
    if (!ofType || isHidden(tree, trace)) return []
    if (!(textAt(tree, trace, template, 'mode') ?? 'lines').includes('lines')) return []
    const given = givenAt(tree, trace, template, 'line', 'width')
    const width = tree.number(given) ?? usualWidth
    const { along, pixelMs, edges } = ofType
    const shaded = width + edges
    if (shaded <= 0) return []
    const data = along.map(([name, length]) => ({ values: tree.member(trace, name), length }))
    const counts = data.map(({ values }) => lengthOf(tree, values) ?? 0)
    const count = Math.max(...counts)
    const isWide = width > usualWidth
    const place = isWide ? given : data[counts.indexOf(count)]!.values

    function costBy(read: (values: Place) => Float64Array): Cost {
      const lengths = data.map(({ values, length }) => roughnessOf(read(values)).roughness * length)
      const area = shaded * (width * minLength + Math.hypot(...lengths))
      return costOf(place, count, `segments of ${isWide ? 'wide ' : ''}lines`, area * pixelMs)
    }
    const byFirst = costBy(values => Float64Array.from(firstValues(tree, values), Number))
    return [byFirst.ms < noticedMs ? byFirst : costBy(values => numbersOf(tree, values))]
  })
}
