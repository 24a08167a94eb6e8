/**
 * Growth: 1, 2, 4 and 8 workers on one queue, and stores with many graphs. On MongoDB where MONGODB_URL says where.
 * Takes long, so that it is measured only where it is named: `npm run bench -- scale --graphs 1000000 --minutes 5`.
 */

import { firstLineOf } from '../../src/errors/cause.ts'
import type { Measurement, Row } from './measure.ts'
import { measureStore } from './scale-stores.ts'
import { measureWorkers } from './scale-workers.ts'

export interface ScaleOptions {
  /** Of the largest store. */
  readonly graphs: number
  /** How long filling each store may take; where it takes longer, it has fewer graphs. */
  readonly minutes: number
}

export async function measureScale({ graphs, minutes }: ScaleOptions): Promise<Measurement> {
  const mongodbUrl = process.env.MONGODB_URL ?? null
  const rows: Row[] = []
  const missing: string[] = []
  /** One that fails must not cost the others. */
  async function add(what: string, work: () => Promise<Omit<Measurement, 'name'>>): Promise<void> {
    process.stderr.write(`  ${what}…\n`)
    try {
      const measured = await work()
      rows.push(...measured.rows)
      missing.push(...measured.missing)
    } catch (error) {
      missing.push(`${what}: ${firstLineOf(error)}`)
    }
  }
  await add('workers', async () => ({ rows: await measureWorkers(), missing: [] }))
  for (const [many, accounts] of [
    [10_000, 1],
    [graphs, 1],
    [graphs, 10_000],
  ] as const) {
    const scale = { graphs: many, accounts, minutes }
    await add(`embedded store, ${many} graphs`, () => measureStore({ ...scale, mongodbUrl: null }))
  }
  if (mongodbUrl) await add('MongoDB', () => measureStore({ graphs, accounts: 1, minutes, mongodbUrl }))
  else missing.push('MongoDB: set MONGODB_URL')
  return { name: 'scale', rows, missing }
}
