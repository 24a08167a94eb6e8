/**
 * `npm run mutations -- DIR [--count N] [--seed N] [--workers N]`: changes real figures at random places, and asks
 * whether what is accepted can be drawn. Prints what was accepted and failed, and in which words.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSubmission } from '../src/domain/figure/submission.ts'
import { defaultLook } from '../src/domain/graph/graph.ts'
import { AppError } from '../src/errors/errors.ts'
import { createRenderer } from '../src/rendering/renderer.ts'
import { mutate, randomFrom } from './mutations/mutate.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
})
const [directory] = positionals
if (!directory) {
  process.stderr.write('usage: npm run mutations -- DIR [--count N] [--seed N] [--workers N]\n')
  process.exit(2)
}

const figures = readdirSync(directory)
  .filter(name => name.endsWith('.json'))
  .sort()
  .map(name => ({ name, text: readFileSync(join(directory, name), 'utf8') }))
const random = randomFrom(Number(values.seed))
const renderer = createRenderer({
  workers: Number(values.workers),
  browserPath: process.env.BROWSER_PATH ?? null,
  sandbox: 'auto',
  limits: { waitMs: 3_600_000, longestWaitMs: 3_600_000, longestSlowWaitMs: 3_600_000, drawMs: 20_000 },
})

interface Failure {
  readonly name: string
  readonly change: string
  readonly reason: string
}

const totals = { made: 0, refused: 0, warned: 0, drawn: 0 }
const placeless: Failure[] = []
const failures: Failure[] = []
let left = Number(values.count)

async function work(): Promise<void> {
  while (left-- > 0) {
    const { name, text } = figures[Math.floor(random() * figures.length)]!
    const figure = JSON.parse(text)
    const change = mutate(figure, random)
    if (change === null) continue
    totals.made++
    await tryOne(name, change, JSON.stringify(figure))
    if (process.stderr.isTTY) process.stderr.write(`\r${totals.made} made, ${failures.length} failed`)
  }
}

function print(what: string, { name, change, reason }: Failure): void {
  process.stdout.write(`${what}  ${name}: ${change}\n          ${reason}\n`)
}

async function tryOne(name: string, change: string, body: string): Promise<void> {
  try {
    const { figure, warnings } = readSubmission(Buffer.from(body))
    if (warnings.length > 0) totals.warned++
    const job = {
      figure: async () => figure,
      formats: ['svg' as const],
      look: defaultLook,
      priority: 'waiting' as const,
    }
    await renderer.draw(job).result
    totals.drawn++
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const failure = { name, change, reason: error.message.split('\n')[0]!.slice(0, 160) }
    if (error.code !== 'invalid_figure') {
      failures.push(failure)
      print('FAILED', failure)
    } else {
      totals.refused++
      if (error.details?.every(({ path }) => path !== '')) return
      placeless.push(failure)
      print('NO PLACE', failure)
    }
  }
}

try {
  await Promise.all(Array.from({ length: Number(values.workers) + 2 }, work))
} finally {
  await renderer.close()
}
const accepted = totals.drawn + failures.length
process.stdout.write(`
changed figures     ${totals.made}
refused             ${totals.refused}, ${placeless.length} of them without a place
accepted            ${accepted}, ${totals.warned} of them with warnings
drawn               ${totals.drawn} (${((totals.drawn / accepted) * 100).toFixed(2)} % of the accepted)
`)
process.exit(totals.drawn / accepted >= 0.995 && placeless.length === 0 ? 0 : 1)
