/**
 * `npm run drawing-costs [-- --only PATTERN] [--seconds N]`: compares the estimated drawing time of figures with the
 * actual one, for each kind of part that is estimated (`src/domain/figure/check/costs/workload.ts`). Each figure has as
 * many parts as are estimated to take that long (default: 4 s). The last column is estimate by actual time, divided by
 * the median of all kinds, which cancels the speed of the machine. Processor time of all processes; Linux only.
 */

import { estimateWork } from '../src/domain/figure/check/costs/workload.ts'
import { estimatedFigure } from '../src/domain/figure/check/figure.ts'
import { Findings } from '../src/domain/figure/check/findings.ts'
import { readSubmission } from '../src/domain/figure/submission.ts'
import { readTree } from '../src/domain/figure/tree/build.ts'
import { defaultLook } from '../src/domain/image/look.ts'
import { firstLineOf } from '../src/errors/cause.ts'
import { createRenderer } from '../src/rendering/renderer.ts'
import { median } from './bench/measure.ts'
import { type Figure, figures } from './drawing-costs/figures.ts'
import { scriptOptions } from './script-options.ts'
import { processorTime } from './service/usage.ts'

const { values } = scriptOptions({
  options: { only: { type: 'pattern' }, seconds: { type: 'number', default: 4 } },
})

const patience = 180_000
const renderer = createRenderer({
  workers: 1,
  spare: false,
  browserPath: process.env.BROWSER_PATH ?? null,
  sandbox: 'auto',
  limits: { drawMs: patience, waitMs: patience, longestWaitMs: patience, longestSlowWaitMs: patience },
})

/** The estimate in milliseconds. */
function toldOf(figure: Figure): number {
  const { tree } = readTree(Buffer.from(JSON.stringify(figure)))
  return estimateWork(estimatedFigure(new Findings(tree)))?.total ?? 0
}

const max = 3_000_000_000

function countFor(make: (count: number) => Figure, ms: number): number {
  let count = 2
  while (toldOf(make(count)) < ms && count < max) count = Math.ceil(count * 1.2)
  return count
}

async function taken(body: Figure): Promise<number> {
  const { figure } = readSubmission(Buffer.from(JSON.stringify(body)))
  const before = processorTime() ?? Number.NaN
  const request = { figure: async () => figure, formats: ['png'], look: defaultLook } as const
  await renderer.draw({ ...request, priority: 'waiting' }).result
  return (processorTime() ?? Number.NaN) - before
}

const rows: { kind: string; count: number; told: number; taken: number }[] = []
try {
  await taken({ data: [{ y: [1, 2, 3] }] })
  for (const [kind, make] of Object.entries(figures)) {
    if (!values.only.test(kind)) continue
    const count = countFor(make, values.seconds * 1000)
    const figure = make(count)
    process.stderr.write(`${count} ${kind}…\n`)
    try {
      rows.push({ kind, count, told: toldOf(figure), taken: await taken(figure) })
    } catch (error) {
      console.log(`NOT DRAWN ${count} ${kind}: ${firstLineOf(error)}`)
    }
  }
} finally {
  await renderer.close()
}

const usual = median(rows.map(({ told, taken }) => told / taken))
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(8)
console.log(`${'parts'.padEnd(40)}    told   taken   share`)
for (const { kind, count, told, taken } of rows.sort((a, b) => a.told / a.taken - b.told / b.taken))
  console.log(
    `${`${count} ${kind}`.padEnd(40)}${seconds(told)}${seconds(taken)}${(told / taken / usual).toFixed(2).padStart(8)}`,
  )
console.log(`median of told beside taken: ${usual.toFixed(2)}`)
