/**
 * Compares Plotgate with other software that draws charts, in one run. Prints a table, writes out/bench.json, and draws
 * a chart of it, out/bench.png.
 * Usage: node scripts/bench.ts [measurement …] [--cores N] [--commit] [--graphs N] [--minutes N]
 * --cores: run everything on the first N cores (Linux)   --commit: write to docs/, for the README
 * --graphs, --minutes: for `scale`, the number of graphs, and how long filling a store with them may take
 */

import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { firstLineOf } from '../src/errors/cause.ts'
import { measureAgain } from './bench/again.ts'
import { measureBodies } from './bench/bodies.ts'
import { measureCharts } from './bench/charts.ts'
import { measureCreates } from './bench/creates.ts'
import { measureLarge } from './bench/large.ts'
import { measureLatency } from './bench/latency.ts'
import { measureLighthouse } from './bench/lighthouse.ts'
import { measureLive } from './bench/live.ts'
import type { Measurement } from './bench/measure.ts'
import { measurePage } from './bench/page.ts'
import { measureQueue } from './bench/queue.ts'
import { measureReads } from './bench/reads.ts'
import { drawReport } from './bench/report-chart.ts'
import { measureRoutes } from './bench/routes.ts'
import { measureScale } from './bench/scale.ts'
import { measureStart } from './bench/start.ts'
import { measureStores } from './bench/store.ts'
import { scriptOptions } from './script-options.ts'

const all: Readonly<Record<string, () => Promise<Measurement>>> = {
  charts: measureCharts,
  again: measureAgain,
  routes: measureRoutes,
  latency: measureLatency,
  reads: measureReads,
  creates: measureCreates,
  large: measureLarge,
  live: measureLive,
  page: measurePage,
  lighthouse: measureLighthouse,
  bodies: measureBodies,
  start: measureStart,
  queue: measureQueue,
  store: measureStores,
  scale: () => measureScale(values),
}
/** Takes many minutes, and only runs if it is named. */
const onlyByName = ['scale']

const { words, values } = scriptOptions({
  words: Object.keys(all),
  options: {
    commit: { type: 'boolean' },
    cores: { type: 'number' },
    graphs: { type: 'number', default: 1_000_000 },
    minutes: { type: 'number', default: 5 },
  },
})

// For this process and the processes that it starts.
if (values.cores) execFileSync('taskset', ['-acp', `0-${values.cores - 1}`, String(process.pid)])

const machine = {
  cores: values.cores || availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  node: process.version,
  at: new Date().toISOString(),
}
const measurements: Measurement[] = []
for (const name of words.length > 0 ? words : Object.keys(all).filter(each => !onlyByName.includes(each))) {
  process.stderr.write(`measuring ${name}…\n`)
  // If one fails, the others still run.
  const measurement = await all[name]!().catch(error => ({
    name,
    rows: [],
    missing: [`${name}: ${firstLineOf(error)}`],
  }))
  measurements.push(measurement)
  print(measurement)
}

const folder = values.commit ? 'docs' : 'out'
await mkdir(folder, { recursive: true })
await writeFile(`${folder}/bench.json`, `${JSON.stringify({ machine, measurements }, null, 2)}\n`)
const charts = measurements.find(({ name }) => name === 'charts')
if (charts && charts.rows.length > 0)
  await writeFile(`${folder}/bench.png`, await drawReport(charts, machine))
process.stdout.write(`\nwritten to ${folder}/bench.json\n`)

function print({ name, rows, missing }: Measurement): void {
  process.stdout.write(`\n${name}\n`)
  for (const { what, value, unit, goal } of rows) {
    const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
    const asked = goal ? `   (asked: ${goal})` : ''
    process.stdout.write(`  ${what.padEnd(64)} ${value.toFixed(digits).padStart(8)} ${unit}${asked}\n`)
  }
  for (const reason of missing) process.stdout.write(`  not measured: ${reason}\n`)
}
