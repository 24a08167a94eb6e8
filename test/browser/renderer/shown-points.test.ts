import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { randomFrom } from '../../../scripts/mutations/mutate.ts'
import { type PointGroup, shownPoints } from '../../../src/browser/renderer/shown-points.ts'
import { examples } from '../../support/property.ts'

const palette = [...[200, 30, 30, 255], ...[30, 30, 200, 128]]
const opaque = 0

/** Points by random numbers from `seed`, over a plot of 60 by 40 pixels and somewhat beyond it. */
function cloud(count: number, seed: number, group: Partial<PointGroup> = {}): PointGroup {
  const random = randomFrom(seed)
  return {
    count,
    positions: Float64Array.from({ length: 2 * count }, () => random() * 120 - 10),
    range: [0, 0, 100, 100],
    viewport: { width: 60, height: 40 },
    size: 4,
    borderSize: 0,
    opacity: 1,
    color: opaque,
    activation: [true],
    ...group,
  }
}

/**
 * What decides each pixel, as a number: the points that are mixed there since the last one that covers it whatever was
 * below. A point is smooth half a pixel inside and outside of its edge, and drawn if its centre is in the plot.
 */
function painted(group: PointGroup, points: Iterable<number>, ratio = 2): Int32Array {
  const { width, height } = group.viewport
  const [left, bottom, right, top] = group.range
  const positions = group.positions as ArrayLike<number>
  const size = ratio * asDrawn(group.size as number)
  const border = ratio * asDrawn(group.borderSize as number)
  const [outside, inside] = [(size + border) / 2 + 0.5, (size - border) / 2 - 0.5]
  const pixels = new Int32Array(width * height)
  for (const point of points) {
    const x = ((positions[2 * point]! - left) / (right - left)) * width
    const y = ((positions[2 * point + 1]! - bottom) / (top - bottom)) * height
    if (!(x >= 0 && x <= width && y >= 0 && y <= height)) continue
    const colour = typeof group.color === 'number' ? group.color : group.color[point]!
    for (let row = Math.max(0, Math.floor(y - outside)); row < Math.min(height, y + outside); row++) {
      for (
        let column = Math.max(0, Math.floor(x - outside));
        column < Math.min(width, x + outside);
        column++
      ) {
        const away = Math.hypot(column + 0.5 - x, row + 0.5 - y)
        const below = colour === opaque && away <= inside ? 0 : pixels[row * width + column]!
        if (away <= outside) pixels[row * width + column] = Math.imul(below, 31) + point + 1
      }
    }
  }
  return pixels
}

/** The diameter in pixels of the plot: sizes reach the shader as bytes of 100. */
const asDrawn = (size: number) => Math.round(size * 2.55) / 2.55

describe('points that others cover', () => {
  test.each<[what: string, group: Partial<PointGroup>]>([
    ['of one colour', {}],
    ['with borders', { size: 6, borderSize: 1 }],
    ['that lie in a range that is turned round', { range: [100, 90, 0, 20] }],
    ['of which half are translucent', { color: Array.from({ length: 5_000 }, (_, at) => at % 2) }],
  ])('%s, are left out, and no pixel changes', (_, group) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), seed => {
        const points = cloud(5_000, seed, group)
        const shown = shownPoints(points, palette)!
        expect(shown.length).toBeLessThan(2_500)
        expect([...shown]).toEqual([...shown].sort((a, b) => a - b))
        expect(painted(points, shown)).toEqual(painted(points, Array(5_000).keys()))
      }),
      examples(3),
    )
  })

  test('are those that a smaller canvas shows covered', () => {
    const points = cloud(5_000, 1, { size: 6 })
    const shown = shownPoints(points, palette, 1)!
    expect(shown.length).toBeLessThan(4_000)
    expect(painted(points, shown, 1)).toEqual(painted(points, Array(5_000).keys(), 1))
    // In twice the pixels they cover more.
    expect(shownPoints(points, palette)!.length).toBeLessThan(shown.length)
  })

  test('are few where points are small or far apart', () => {
    const apart = cloud(5_000, 1, { viewport: { width: 2_000, height: 2_000 } })
    expect(shownPoints(apart, palette)!.length).toBeGreaterThan(3_000)
  })

  test.each<[what: string, group: Partial<PointGroup>]>([
    ['are few', { count: 4_999 }],
    ['are translucent', { opacity: 0.9 }],
    ['are no circles', { activation: [undefined, true] }],
    ['have some other symbols', { activation: [{ data: [] }, { data: [] }] }],
    ['have sizes of their own', { size: Array(5_000).fill(4) }],
    ['have borders of their own', { borderSize: Array(5_000).fill(0) }],
    ['are too small to cover a pixel', { size: 0.5 }],
    ['have borders that leave nothing inside', { borderSize: 4 }],
    ['are in buffers of the graphics process', { positions: { x: {}, y: {} } }],
    ['lie where the numbers of shaders are coarse', { range: [1e15, 0, 1e15 + 80, 100] }],
    ['lie in a plot without an area', { viewport: { width: -3, height: 40 } }],
    ['lie in a range that is none', { range: [0, Number.NaN, 100, 100] }],
    ['lie where they are so upwards', { range: [0, -1e15 - 80, 100, -1e15] }],
  ])('are not looked for where points %s', (_, group) => {
    expect(shownPoints(cloud(5_000, 1, group), palette)).toBeNull()
  })

  test('are those without numbers, too', () => {
    const points = cloud(5_000, 1)
    const positions = Float64Array.from(points.positions as ArrayLike<number>)
    positions[1] = Number.NaN
    expect(shownPoints({ ...points, positions }, palette)!.includes(0)).toBe(false)
  })
})
