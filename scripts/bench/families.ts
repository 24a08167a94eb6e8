/**
 * What figures of the expensive families cost, beside `Plotly.toImage` in a page that is already open. In turn, so that
 * a busy minute affects both.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { libraryParts, type PartName } from '../../src/plotly/library-parts.ts'
import { type Comparison, openComparison } from '../fidelity/comparison.ts'
import { figureFolder } from '../script-options.ts'
import { processorTime } from '../service/usage.ts'
import type { Measurement, Row } from './measure.ts'

/** By the part of the library that draws them. A figure of several belongs to the first. */
const families = {
  gl3d: '3d scenes',
  parcoords: 'parallel coordinates',
  splom: 'splom',
  gl2d: 'scattergl',
  map: 'tile maps',
  geo: 'maps of outlines',
  core: 'all other figures',
} as const satisfies Partial<Record<PartName, string>>

type Family = keyof typeof families

const rounds = 4

export async function measureFamilies(): Promise<Measurement> {
  const figures = readFigures()
  const comparison = await openComparison(process.env.BROWSER_PATH || null)
  try {
    const rows: Row[] = []
    for (const family of Object.keys(families) as Family[]) {
      const texts = figures.get(family) ?? []
      process.stderr.write(`  ${texts.length} figures of ${families[family]}…\n`)
      rows.push(...(await rowsOf(families[family], texts, comparison)))
    }
    return { name: 'families', rows, missing: [] }
  } finally {
    await comparison.close()
  }
}

/** The texts of the figures of test/figures. */
function readFigures(): ReadonlyMap<Family, string[]> {
  const { folder, names } = figureFolder(['test/figures'])
  return Map.groupBy(
    names.map(name => readFileSync(join(folder, name), 'utf8')),
    familyOf,
  )
}

function familyOf(text: string): Family {
  const { data } = JSON.parse(text) as { data: readonly { readonly type?: string }[] }
  const draws = (family: Family) => data.some(({ type }) => type && type in libraryParts[family].traces)
  return (Object.keys(families) as Family[]).find(draws) ?? 'core'
}

/** The first round, in which both compile what they need, does not count. */
async function rowsOf(what: string, texts: readonly string[], comparison: Comparison): Promise<Row[]> {
  const costs = { ours: 0, theirs: 0 }
  for (let round = 0; round <= rounds; round++) {
    for (const text of texts) {
      for (const side of ['ours', 'theirs'] as const) {
        const before = processorTime()
        await comparison[side](text)
        const after = processorTime()
        if (before === null || after === null) throw new Error('processor time can be read on Linux only')
        if (round > 0) costs[side] += after - before
      }
    }
  }
  return [
    { what: `${what}: processor time`, value: costs.ours / rounds / texts.length, unit: 'ms/figure' },
    { what: `${what}: share of Plotly.toImage`, value: (100 * costs.ours) / costs.theirs, unit: '%' },
  ]
}
