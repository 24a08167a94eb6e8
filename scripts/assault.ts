/**
 * `npm run assault -- [--minutes 1] [--workers N] [--rate 20] [--mib N]`: one account sends hostile and heavy figures,
 * while two others create and fetch ordinary charts at half of capacity. Prints what those two notice; without
 * `--workers`, with one page and with two. `--mib` limits the memory of the service and its browsers (Linux, as root).
 * Exits with 1 if a promise of docs/reliability.md was broken.
 */

import { type AssaultReport, runAssault } from './assault/run.ts'
import { scriptOptions } from './script-options.ts'

const { values } = scriptOptions({
  options: {
    minutes: { type: 'number', default: 1 },
    workers: { type: 'number' },
    rate: { type: 'number', default: 20 },
    mib: { type: 'number' },
  },
})

const promisedMs = 2_000
const normalWithinMs = 5_000

interface Line {
  readonly what: string
  readonly value: string
  /** Absent if nothing is promised. */
  readonly kept?: boolean
}

const ms = (value: number) => `${Math.round(value)} ms`
const mib = (value: number) => `${Math.round(value)} MiB`

function linesOf(report: AssaultReport): readonly Line[] {
  const { calm, assailed, max, afterwards } = report
  return [
    { what: 'ordinary charts', value: `${report.charts}, ${report.ordinaryPerSecond.toFixed(1)} a second` },
    { what: 'ordinary p50, calm', value: ms(calm.p50) },
    { what: 'ordinary p99, calm', value: ms(calm.p99) },
    { what: 'ordinary p50', value: ms(assailed.p50) },
    { what: 'ordinary p99', value: ms(assailed.p99), kept: assailed.p99 <= promisedMs },
    { what: 'ordinary, the longest', value: ms(assailed.max) },
    { what: 'ordinary failures', value: String(report.failures.length), kept: report.failures.length === 0 },
    {
      what: 'not ready',
      value: `${report.notReady.length} of ${report.readinessAsked}`,
      kept: report.notReady.length === 0,
    },
    {
      what: 'innocent graphs marked failed',
      value: String(report.markedFailed),
      kept: report.markedFailed === 0,
    },
    {
      what: 'without an answer within 45 s',
      value: String(report.unanswered),
      kept: report.unanswered === 0,
    },
    {
      what: 'normal again after',
      value: ms(report.normalAfterMs),
      kept: report.normalAfterMs <= normalWithinMs,
    },
    {
      what: 'memory of the server, at most',
      value: `${mib(max.server)}, afterwards ${mib(afterwards.server)}`,
    },
    {
      what: 'memory of the browsers, at most',
      value: `${mib(max.browsers)}, afterwards ${mib(afterwards.browsers)}`,
    },
    ...(report.endedByKernel === null
      ? []
      : [{ what: 'ended by the kernel', value: `${report.endedByKernel} processes` }]),
    {
      what: 'the assault was answered',
      value: [...report.attackStatuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    },
    { what: 'of it past the checks', value: String(report.unchecked) },
  ]
}

let kept = true
for (const workers of values.workers ? [values.workers] : [1, 2]) {
  const report = await runAssault({
    workers,
    seconds: values.minutes * 60,
    perSecond: values.rate,
    mib: values.mib,
  })
  process.stdout.write(`\n${workers === 1 ? 'one page' : `${workers} pages`}\n`)
  for (const line of linesOf(report)) {
    if (line.kept === false) kept = false
    process.stdout.write(`  ${line.what.padEnd(34)} ${line.value}${line.kept === false ? '  ✗' : ''}\n`)
  }
  for (const text of new Set([...report.failures, ...report.notReady])) process.stdout.write(`  ${text}\n`)
}
process.exit(kept ? 0 : 1)
