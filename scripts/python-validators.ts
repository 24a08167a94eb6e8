/**
 * `npm run python-validators -- [--python PATH] [--values N] [--seed N]`: checks values for every attribute of the
 * charting library with the validators of Python's plotly (`pip install plotly`) and with the checks here. What Python
 * refuses must be refused or warned of here, at its place; what it accepts must be accepted. Prints the disagreements
 * by kind.
 */

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { readSubmission } from '../src/domain/figure/submission.ts'
import { AppError } from '../src/errors/errors.ts'
import { exitWithUsage, scriptOptions } from './script-options.ts'

interface Case {
  readonly path: string
  readonly figure: object
  /** Whether Python accepts the value. */
  readonly taken: boolean
  /** The class of the validator. */
  readonly class: string
  readonly value: string
}

interface Found {
  readonly path: string
  readonly message: string
}

const { values } = scriptOptions({
  options: {
    python: { type: 'string', default: 'python3' },
    values: { type: 'number', default: 12 },
    seed: { type: 'number', default: 1 },
  },
})

function judge(figure: object): { readonly errors: readonly Found[]; readonly warnings: readonly Found[] } {
  try {
    return { errors: [], warnings: readSubmission(Buffer.from(JSON.stringify(figure))).warnings }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { errors: error.details ?? [{ path: '', message: error.message }], warnings: [] }
  }
}

/**
 * Values that Python refuses, but that are drawn as they were meant, so that nothing is reported: numbers as text,
 * which the library reads, and lengths of dashes as numbers; `[]` for an empty object, as R and PHP write it; empty
 * texts, 0 and false for values that are not set, as exports of earlier releases write them; null in an array, for
 * which the default is drawn; titles that are plain strings; rows of values where each row has its own; the library's
 * own default "auto".
 */
function isMeant({ class: validator, value, path }: Case): boolean {
  if (value === '[]') return /^(?:Compound|Title)/.test(validator)
  if (validator === 'CompoundValidator') return /(?:title)$/.test(path) && value.startsWith("'")
  if (value === "''") return !/^(?:Number|Integer|DataArray)/.test(validator)
  if (value === '[None]') return true
  if (validator === 'DashValidator') return /^(?:[\d.]+|\[[01], [12]\])$/.test(value) && value !== '0'
  if (value === '0' || value === 'False' || value === '[0, 1]')
    return /^(?:Number|Integer|Enumerated)/.test(validator)
  if (value === '[[1, 2], [3, 4]]') return /(?:hoverlabel|cells|header)\./.test(path)
  if (/^(?:Number|Integer|Angle)/.test(validator)) return /^'-?[\d.]+'$|^-?\d+\.0$|^'auto'$/.test(value)
  return validator.startsWith('Colorscale') && value.startsWith("[['0', 'red']")
}

/** What single validators cannot know, and the library fails on. */
const cannotBeDrawn = /wider than any image|rows of pixels/

/** At the place, in it, or at a container of it. */
const concerns = (found: string, path: string) => found.startsWith(path) || path.startsWith(found)

/** How the two disagree; null if they agree. */
function disagreement(each: Case): string | null {
  const { path, figure, taken } = each
  const { errors, warnings } = judge(figure)
  if (!taken) {
    const told = [...errors, ...warnings].some(found => found.path.startsWith(path.replace(/\[0\]$/, '')))
    if (told) return null
    if (!isMeant(each)) return 'refused by Python, not told here'
    totals.meant++
    return null
  }
  if (errors.length > 0) {
    if (!errors.every(({ message }) => cannotBeDrawn.test(message)))
      return `taken by Python, refused here: ${errors[0]?.message}`
    totals.undrawable++
    return null
  }
  const own = warnings.find(found => found.path !== 'data[0]' && concerns(found.path, path))
  return own ? `taken by Python, warned of here: ${own.message}` : null
}

const totals = { cases: 0, refused: 0, meant: 0, undrawable: 0, silent: 0, errors: 0, warnings: 0 }
const kinds = new Map<string, { count: number; readonly example: string }>()

function compare(each: Case): void {
  totals.cases++
  if (!each.taken) totals.refused++
  const what = disagreement(each)
  if (what === null) return
  const severity = each.taken ? (what.includes('refused here') ? 'errors' : 'warnings') : 'silent'
  totals[severity]++
  const kind = `${severity.toUpperCase().padEnd(8)} ${each.class}, ${each.value}`
  const known = kinds.get(kind)
  if (known) known.count++
  else kinds.set(kind, { count: 1, example: `${each.path}: ${what}` })
}

const python = spawn(
  values.python,
  [`${import.meta.dirname}/python-validators/cases.py`, `${values.values}`, `${values.seed}`],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const ended = new Promise<number | null>(resolve => {
  python.once('error', ({ message }) => exitWithUsage(message)).once('close', resolve)
})
let versions = ''
for await (const line of createInterface({ input: python.stdout })) {
  const read = JSON.parse(line)
  if ('figure' in read) compare(read)
  else versions = `plotly ${read.plotly}, made for plotly.js ${read.plotlyjs}`
}
if ((await ended) !== 0) process.exit(2)

for (const [kind, { count, example }] of [...kinds].sort(([, a], [, b]) => b.count - a.count))
  process.stdout.write(`${String(count).padStart(5)} × ${kind}\n        ${example}\n`)
process.stdout.write(`
validators          of Python's ${versions}
values tried        ${totals.cases}, ${totals.refused} of them refused by Python
drawn as meant      ${totals.meant} of these
not told here       ${totals.silent}
not to be drawn     ${totals.undrawable} that Python takes
refused here        ${totals.errors} that Python takes
warned of here      ${totals.warnings} that Python takes
`)
process.exit(totals.silent + totals.errors > 0 ? 1 : 0)
