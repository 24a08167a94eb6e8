/** Figures of every family have the pixels of the library's own image: no edit of it may change one. */

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Comparison, differing, openComparison, tolerated } from '../../scripts/fidelity/comparison.ts'

const folder = new URL('../figures/', import.meta.url)
/** Drawn otherwise each time by the library itself. */
const unsteady = new Set<string>([])
const names = readdirSync(folder).filter(name => name.endsWith('.json') && !unsteady.has(name))

let comparison: Comparison
beforeAll(async () => {
  comparison = await openComparison(process.env.BROWSER_PATH || null)
})
afterAll(() => comparison.close(), 30_000)

test.each(names)(
  '%s',
  async name => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const [ours, theirs] = await Promise.all([comparison.ours(text), comparison.theirs(text)])
    expect(await differing(ours, theirs)).toBeLessThanOrEqual(tolerated)
  },
  120_000,
)

test('parallel coordinates have every line, of which the library draws 5,000 a frame', async () => {
  const withLastLine = (lines: number) => {
    const values = [...Array(lines).fill(0), 1]
    return JSON.stringify({
      data: [{ type: 'parcoords', dimensions: [{ values }, { values: values.map(value => 1 - value) }] }],
    })
  }
  const inOneFrame = await comparison.ours(withLastLine(4_000))
  const inThree = await comparison.ours(withLastLine(10_000))
  expect(await differing(inThree, inOneFrame)).toBeLessThanOrEqual(tolerated)
}, 120_000)
