/**
 * `npm run mutations -- DIR [--count N] [--seed N] [--workers N] [--vary N]`: changes real figures at random places,
 * and checks that accepted ones can be drawn and that every refusal names a place. Prints the failures with their
 * messages. `--vary` gives each figure that many attributes other values that the library accepts, instead of one
 * error.
 */

import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readSubmission } from '../src/domain/figure/submission.ts'
import type { Figure } from '../src/domain/figure/text.ts'
import { defaultLook } from '../src/domain/image/look.ts'
import { AppError } from '../src/errors/errors.ts'
import { createRenderer } from '../src/rendering/renderer.ts'
import { mutate, randomFrom } from './mutations/mutate.ts'
import { createShares } from './mutations/shares.ts'
import { vary } from './mutations/vary.ts'
import { figureFolder, scriptOptions } from './script-options.ts'

const { values, words } = scriptOptions({
  words: 'any',
  options: {
    count: { type: 'number', default: 10000 },
    seed: { type: 'number', default: 1 },
    workers: { type: 'number', default: availableParallelism() },
    vary: { type: 'number', default: 0 },
  },
})
const { folder, names } = figureFolder(words)
const figures = names.map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const random = randomFrom(values.seed)
const shares = createShares(figures, random)
const renderer = createRenderer({
  workers: values.workers,
  spare: false,
  browserPath: process.env.BROWSER_PATH ?? null,
  sandbox: 'auto',
  // Failures must not delay other figures, as the lanes of a service would.
  limits: { waitMs: 3_600_000, longestWaitMs: 3_600_000, longestSlowWaitMs: 3_600_000, slowMs: 3_600_000 },
})

interface Changed {
  readonly name: string
  readonly change: string
  readonly figure: Figure
}

const totals = { made: 0, refused: 0, warned: 0, drawn: 0, failed: 0, placeless: 0 }
/** Figures that were late beside others; they are drawn again alone. */
const late: Changed[] = []
const began = performance.now()
let left = values.count

async function work(): Promise<void> {
  while (left-- > 0) {
    const chosen = shares.choose()
    const parsed = JSON.parse(chosen.text)
    const change = values.vary ? vary(parsed, random, values.vary).join(', ') : mutate(parsed, random)
    if (change === null) continue
    totals.made++
    const figure = accepted(chosen.name, change, JSON.stringify(parsed))
    if (!figure) continue
    const since = performance.now()
    const changed = { name: chosen.name, change, figure }
    await draw(changed, () => late.push(changed))
    shares.spend(chosen, performance.now() - since)
  }
}

function accepted(name: string, change: string, body: string): Figure | null {
  try {
    const { figure, warnings } = readSubmission(Buffer.from(body))
    if (warnings.length > 0) totals.warned++
    return figure
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    totals.refused++
    if (!error.details?.every(({ path }) => path !== '')) tell('NO PLACE', name, change, error)
    return null
  }
}

async function draw(changed: Changed, onLate: (error: AppError) => void): Promise<void> {
  try {
    await renderer.draw({
      figure: async () => changed.figure,
      formats: ['svg'],
      look: defaultLook,
      priority: 'waiting',
      // Each has an account of its own.
      account: `${changed.name} ${changed.change}`,
    }).result
    totals.drawn++
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'render_timeout') onLate(error)
    else fail(changed, error)
  }
}

function fail({ name, change }: Changed, error: AppError): void {
  totals.failed++
  tell(/^(?:data|layout|frames)\b/.test(error.message) ? 'FAILED' : 'NO PLACE', name, change, error)
}

function tell(what: string, name: string, change: string, { message }: AppError): void {
  if (what === 'NO PLACE') totals.placeless++
  process.stdout.write(`${what}  ${name}: ${change}\n          ${message.split('\n')[0]?.slice(0, 300)}\n`)
}

const seconds = () => Math.round((performance.now() - began) / 1000)
const progress = setInterval(
  () => process.stderr.write(`${seconds()} s: ${totals.made} made, ${totals.failed} failed\n`),
  15_000,
)
try {
  await Promise.all(Array.from({ length: values.workers + 1 }, work))
  for (const changed of late) await draw(changed, error => fail(changed, error))
} finally {
  clearInterval(progress)
  await renderer.close()
}
const taken = totals.drawn + totals.failed
process.stdout.write(`
changed figures     ${totals.made} in ${seconds()} s
refused             ${totals.refused}
accepted            ${taken}, ${totals.warned} of them with warnings
drawn               ${totals.drawn} (${((totals.drawn / taken) * 100).toFixed(2)} % of the accepted), ${late.length} of them late at first
without a place     ${totals.placeless}
`)
process.exit(totals.drawn / taken >= 0.995 && totals.placeless === 0 ? 0 : 1)
