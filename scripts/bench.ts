/**
 * Measures Plotgate, and other software that draws charts beside it, in one run. Prints a table, writes out/bench.json,
 * and draws a chart of it, out/bench.png. docs/performance.md says what each subject shows.
 * Usage: npm run bench -- [subject …] [--cores N] [--commit] [--graphs N] [--minutes N]
 * --cores: run everything on the first N cores (Linux)   --commit: write to docs/, for the README
 * --graphs, --minutes: for `scale`, the number of graphs, and how long filling a store with them may take
 */

import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { firstLineOf } from '../src/errors/cause.ts'
import type { Measurement } from './bench/measure.ts'
import { drawReport } from './bench/report-chart.ts'
import { measuredByDefault, subjects } from './bench/subjects.ts'
import { scriptOptions } from './script-options.ts'

const { words, values } = scriptOptions({
  words: Object.keys(subjects),
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
for (const name of words.length > 0 ? words : measuredByDefault) {
  process.stderr.write(`measuring ${name}…\n`)
  // If one fails, the others still run.
  const measurement = await subjects[name]!(values).catch(error => ({
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
