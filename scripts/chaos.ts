/**
 * `npm run chaos -- [--minutes 5] [--rate 4] [--seed N] [--longest 15]`: three gateways behind nginx, three workers,
 * Redis and a MongoDB, each a process of its own. Under load, all gateways and workers are first replaced one after
 * another; then processes are killed and suspended, and links are cut, at random. Exits with 1 if a promise was broken.
 */

import { type ChaosReport, runChaos } from './chaos/run.ts'
import { scriptOptions } from './script-options.ts'

const { values } = scriptOptions({
  options: {
    minutes: { type: 'number', default: 5 },
    rate: { type: 'number', default: 4 },
    seed: { type: 'number', default: Date.now() % 1_000_000 },
    longest: { type: 'number', default: 15 },
    gateways: { type: 'number', default: 3 },
    workers: { type: 'number', default: 3 },
  },
})

interface Line {
  readonly what: string
  readonly value: string | number
  /** What broke the promise; absent if nothing is promised. */
  readonly broken?: readonly string[]
}

const many = (broken: readonly string[]) => ({ value: broken.length, broken })

function linesOf(report: ChaosReport): readonly Line[] {
  const { upgrade, counts } = report
  const unanswered = counts.unanswered > 0 ? [`${counts.unanswered} requests`] : []
  return [
    {
      what: 'rolling upgrade: requests',
      value: `${upgrade.requests}, ${upgrade.refused} of them asked again`,
    },
    { what: 'rolling upgrade: failed', ...many(upgrade.failed) },
    { what: 'rolling upgrade: ends with an error', ...many(upgrade.badEnds) },
    { what: 'faults', value: report.faults },
    { what: 'requests', value: counts.requests },
    {
      what: 'refused, and asked again',
      value: [...counts.refused].map(([status, count]) => `${count} × ${status}`).join(', ') || 0,
    },
    { what: 'longest answer', value: `${(counts.longestMs / 1_000).toFixed(1)} s` },
    { what: 'graphs acknowledged, and deleted', value: `${report.acknowledged}, ${report.deleted}` },
    { what: 'acknowledged graphs lost', ...many(report.lost) },
    { what: 'deleted graphs back', ...many(report.back) },
    { what: 'without an answer after 45 s', value: counts.unanswered, broken: unanswered },
    { what: '5xx without Retry-After', ...many(counts.withoutRetryAfter) },
    { what: 'given up after 150 s', ...many(counts.gaveUp) },
    { what: 'wrong answers', ...many(report.wrong) },
    { what: 'requests that failed in a gateway', ...many(report.failures) },
    { what: 'artifacts drawn, and drawn twice', value: `${report.drawn}, ${report.drawnTwice}` },
    { what: 'artifacts drawn more than twice', ...many(report.drawnTooOften) },
    { what: 'graphs without their images', ...many(report.withoutImages) },
    { what: 'all images were there after', value: `${(report.settledMs / 1_000).toFixed(1)} s` },
  ]
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

process.stdout.write(`seed ${values.seed}\n`)
const begun = performance.now()
const report = await runChaos({
  seconds: values.minutes * 60,
  perSecond: values.rate,
  seed: values.seed,
  longestMs: values.longest * 1_000,
  gateways: values.gateways,
  workers: values.workers,
  tell: text => process.stdout.write(`  ${((performance.now() - begun) / 1_000).toFixed(1)} s  ${text}\n`),
})
let kept = true
for (const { what, value, broken = [] } of linesOf(report)) {
  if (broken.length > 0) kept = false
  process.stdout.write(`${what.padEnd(38)} ${value}${broken.length > 0 ? '  ✗' : ''}\n`)
  for (const text of broken.slice(0, 5)) process.stdout.write(`    ${text}\n`)
}
process.exit(kept ? 0 : 1)
