import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { tuneLibrary } from '../../../src/render/page/library.ts'

const release = readFileSync(
  createRequire(import.meta.url).resolve('plotly.js/dist/plotly-strict.min.js'),
  'utf8',
)

describe('the charting library of the render pages', () => {
  test('looks for overflowing labels after the last one, in the release that is pinned', () => {
    const tuned = tuneLibrary(release)
    const at = tuned.indexOf('[0].findLast(')
    expect(at).toBeGreaterThan(0)
    expect(tuned.slice(at - 200, at + 200)).toContain('_adjustTickLabelsOverflow&&')
    // Nothing else changed, and it still is a program.
    expect(tuned.replace(/[\w$]+\[0\]\.findLast\(.*?\)===this&&/, '')).toBe(release)
    expect(() => new Function(tuned)).not.toThrow()
  })

  test('is left as it is where it reads otherwise', () => {
    const other = release.replaceAll('_adjustTickLabelsOverflow', '_fitTickLabels')
    expect(tuneLibrary(other)).toBe(other)
  })
})
