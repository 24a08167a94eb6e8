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
afterAll(() => comparison.close())

test.each(names)('%s', async name => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const [ours, theirs] = await Promise.all([comparison.ours(text), comparison.theirs(text)])
  expect(await differing(ours, theirs)).toBeLessThanOrEqual(tolerated)
})

const own = { template: {}, width: 300, height: 200 }
const formula = '$\\frac{a}{b}$'
test.each<[what: string, trace: object, layout?: object]>([
  ['a size with fractions', { y: [1, 2] }, { width: 300.5, height: 200.25 }],
  ['a size with fractions, by WebGL', { type: 'scattergl', y: [1, 2] }, { width: 300.5, height: 200.25 }],
  [
    'lines of capitalized words',
    { y: [1, 2] },
    { title: { text: 'one word<br>another', font: { textcase: 'word caps' } } },
  ],
  ['formulas', { y: [1, 2], name: formula, showlegend: true }, { title: { text: formula } }],
  [
    'sizes of texts that are no numbers, by WebGL',
    {
      type: 'scattergl',
      mode: 'text',
      y: [1, 2, 1],
      text: ['a', 'b', 'c'],
      textfont: { size: [9, 'x', null] },
    },
  ],
  ['sizes of texts that are no numbers', { type: 'pie', values: [1, 2], textfont: { size: ['x', null] } }],
])('%s', async (_, trace, layout = {}) => {
  const text = JSON.stringify({ data: [trace], layout: { ...own, ...layout } })
  const [ours, theirs] = await Promise.all([comparison.ours(text), comparison.theirs(text)])
  expect(await differing(ours, theirs)).toBe(0)
})

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
})
