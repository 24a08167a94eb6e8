/**
 * `npm run fidelity -- DIR [--sample N] [--only PATTERN] [--out DIR] [--vary N [--seed N]]`: compares our images with
 * the library's own, see `fidelity/comparison.ts`. A figure is true if at most 0.1 % of its pixels differ. `--vary`
 * gives each figure that many attributes other values that the library accepts.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstLineOf } from '../src/errors/cause.ts'
import { differing, openComparison, tolerated } from './fidelity/comparison.ts'
import { randomFrom } from './mutations/mutate.ts'
import { vary } from './mutations/vary.ts'
import { evenlySpread, figureFolder, scriptOptions } from './script-options.ts'

const { values, words } = scriptOptions({
  words: 'any',
  options: {
    sample: { type: 'number' },
    only: { type: 'pattern' },
    out: { type: 'string' },
    vary: { type: 'number', default: 0 },
    seed: { type: 'number', default: 1 },
  },
})
const { folder, names: all } = figureFolder(words)
const wanted = all.filter(name => values.only.test(name))
const names = evenlySpread(wanted, values.sample || wanted.length)

const comparison = await openComparison(process.env.BROWSER_PATH || null)
const random = randomFrom(values.seed)

/** The text of a figure, and what was changed in it. */
function read(name: string): [text: string, changes: string] {
  const text = readFileSync(join(folder, name), 'utf8')
  if (!values.vary) return [text, '']
  const figure = JSON.parse(text)
  const changes = vary(figure, random, values.vary)
  return [JSON.stringify(figure), `\n         ${changes.join(', ')}`]
}

function keep(name: string, which: string, png: Buffer): void {
  if (!values.out) return
  mkdirSync(values.out, { recursive: true })
  writeFileSync(join(values.out, name.replace('.json', `.${which}.png`)), png)
}

const told = (share: number) => `${(share * 100).toFixed(2)} % of pixels`
const counts = { equal: 0, within: 0, unsteady: 0, beyond: 0, refused: 0, faulty: 0 }
const began = performance.now()

/** Compares one figure and returns the category of the result. */
async function compare(name: string): Promise<keyof typeof counts> {
  const [text, changes] = read(name)
  const tell = (what: string, words: string) => process.stdout.write(`${what} ${name}: ${words}${changes}\n`)
  const [mine, theirs] = await Promise.allSettled([comparison.ours(text), comparison.theirs(text)])
  if (theirs.status === 'rejected') {
    const both = mine.status === 'rejected'
    const how = both ? 'by neither' : 'by us alone'
    tell('REFUSED ', `drawn ${how}; the library says: ${firstLineOf(theirs.reason).slice(0, 160)}`)
    return 'refused'
  }
  if (mine.status === 'rejected') {
    tell('FAULT   ', `the library draws it, we do not: ${firstLineOf(mine.reason).slice(0, 160)}`)
    return 'faulty'
  }
  const share = await differing(mine.value, theirs.value)
  if (share <= tolerated) return share === 0 ? 'equal' : 'within'
  keep(name, 'ours', mine.value)
  keep(name, 'theirs', theirs.value)
  // Figures that the library itself draws differently each time cannot be compared.
  const again = await differing(theirs.value, await comparison.theirs(text))
  if (again > tolerated) {
    tell('UNSTEADY', `${told(share)}; the library's own two pictures differ by ${told(again)}`)
    return 'unsteady'
  }
  tell('DIFFERS ', told(share))
  return 'beyond'
}

try {
  for (const [at, name] of names.entries()) {
    counts[await compare(name)] += 1
    if (process.stderr.isTTY) process.stderr.write(`\r${at + 1}/${names.length} `)
  }
} finally {
  await comparison.close()
}

const { equal, within, unsteady, beyond, refused, faulty } = counts
const compared = equal + within + beyond + unsteady + faulty
const share = (equal + within) / Math.max(1, compared)
process.stdout.write(`
figures                      ${names.length}
refused by the library       ${refused}
compared                     ${compared}
  no pixel differs           ${equal}
  at most 0.1 % differ       ${within}
  more differ                ${beyond}
  the library itself differs ${unsteady}
  not drawn by us            ${faulty}
true                         ${equal + within} of ${compared} (${(share * 100).toFixed(1)} %, at least 99 % wanted)
seconds                      ${((performance.now() - began) / 1000).toFixed(0)}
`)
process.exit(share >= 0.99 ? 0 : 1)
