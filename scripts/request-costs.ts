/**
 * Measures what each kind of request without a key costs a service of its own: processor time of the thread that
 * answers everybody, and memory. Prints those above a quarter of a limit. Exits with 1 if one exceeds it. With
 * --with-key it measures requests of somebody with a key instead.
 * Usage: npm run request-costs -- [text in a kind's name …] [--with-key] [--ms 20] [--MiB 20] [--all]
 */

import { prepareGraphs } from './request-costs/graphs.ts'
import { keyed } from './request-costs/keyed.ts'
import { requestKinds } from './request-costs/kinds.ts'
import { type Cost, costOf, idleCostOf } from './request-costs/measure.ts'
import { scriptOptions } from './script-options.ts'
import { startService } from './service/service.ts'

const { values, words } = scriptOptions({
  words: 'any',
  options: {
    ms: { type: 'number', default: 20 },
    MiB: { type: 'number', default: 20 },
    all: { type: 'boolean' },
    'with-key': { type: 'boolean' },
  },
})
const { ms: maxMs, MiB: maxMiB } = values

const service = await startService({ BROWSER_PATH: '/bin/false', MAX_BODY_BYTES: String(10 * 2 ** 20) })
try {
  const graphs = await prepareGraphs(service)
  const kinds = (values['with-key'] ? keyed(graphs, service.key) : requestKinds(graphs)).filter(
    ({ name }) => words.length === 0 || words.some(part => name.includes(part)),
  )
  const isOver = ({ againMs, MiB }: Cost) => againMs > maxMs || MiB > maxMiB
  let over = 0
  const idle = await idleCostOf(service)
  process.stdout.write('first ms  again ms     MiB  answer  kind\n')
  for (const kind of kinds) {
    const cost = await costOf(service, kind, idle)
    if (isOver(cost)) over++
    else if (!values.all && cost.againMs < maxMs / 4 && cost.MiB < maxMiB / 4) continue
    const cells = [cost.firstMs.toFixed(1), cost.againMs.toFixed(1), cost.MiB.toFixed(1), cost.status]
    process.stdout.write(`${cells.map(cell => String(cell).padStart(8)).join(' ')}  ${cost.name}\n`)
  }
  process.stdout.write(`${kinds.length} kinds of requests, ${over} over ${maxMs} ms or ${maxMiB} MiB\n`)
  if (over > 0) process.exitCode = 1
} finally {
  await service.close()
}
