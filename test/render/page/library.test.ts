import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { edits, tuneLibrary } from '../../../src/render/page/library.ts'

const release = readFileSync(
  createRequire(import.meta.url).resolve('plotly.js/dist/plotly-strict.min.js'),
  'utf8',
)

describe('the charting library of the render pages', () => {
  test.each(Object.entries(edits))('%s finds its place in the release that is pinned', (_, { find }) =>
    expect([...release.matchAll(find)]).toHaveLength(1),
  )

  test('is otherwise the same, and still a program', () => {
    const tuned = tuneLibrary(release)
    expect(Math.abs(tuned.length - release.length)).toBeLessThan(300)
    for (const { find } of Object.values(edits)) {
      const [place] = release.matchAll(find)
      const { index, 0: found } = place!
      expect(tuned).toContain(release.slice(index - 40, index))
      expect(tuned).toContain(release.slice(index + found.length, index + found.length + 40))
    }
    expect(() => new Function(tuned)).not.toThrow()
  })

  test('is left as it is where it reads otherwise', () => {
    const other = release
      .replaceAll('_adjustTickLabelsOverflow', '_fitTickLabels')
      .replaceAll('canvasContextAttributes:{', 'attributes:{')
      .replaceAll('axesPixels', 'axesPx')
      .replaceAll('contextLost', 'lostContext')
      .replaceAll('"string"', "'string'")
      .replaceAll('"bad property string"', '"bad"')
      .replaceAll('"container is not an object"', '"no object"')
      .replaceAll('classList', 'classes')
    expect(tuneLibrary(other)).toBe(other)
  })
})
