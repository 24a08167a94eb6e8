/**
 * `npm run corpus -- DIR [--sample N] [--no-pages] [--concurrency N]`: sends every figure of a directory through the
 * real service, on a store of its own. Prints a table. Exits with 1 if a figure failed.
 */

import { join } from 'node:path'
import { startTestService } from '../test/support/app.ts'
import { startTestBrowser } from '../test/support/browser.ts'
import { type CorpusRow, checkFigure } from '../test/support/corpus.ts'
import { evenlySpread, figureFolder, scriptOptions } from './script-options.ts'

const { values, words } = scriptOptions({
  words: 'any',
  options: {
    sample: { type: 'number' },
    pages: { type: 'boolean', default: true },
    concurrency: { type: 'number', default: 3 },
  },
})
const { folder, names: all } = figureFolder(words)

const names = evenlySpread(all, values.sample || all.length)
const service = await startTestService()
const browser = values.pages ? await startTestBrowser() : null
const rows: CorpusRow[] = []
const left = [...names]
const began = performance.now()

async function work(): Promise<void> {
  for (let name = left.shift(); name; name = left.shift()) {
    const row = await checkFigure(join(folder, name), service, browser).catch(
      (error): CorpusRow => ({ name: name!, faults: [String(error)], omitted: [], bytes: 0, pngMs: 0 }),
    )
    rows.push(row)
    if (process.stderr.isTTY) process.stderr.write(`\r${rows.length}/${names.length}`)
  }
}

try {
  await Promise.all(Array.from({ length: values.concurrency }, work))
} finally {
  await browser?.close()
  await service.close()
}

const faulty = rows.filter(({ faults }) => faults.length > 0)
const remote = rows.filter(({ omitted }) => omitted.length > 0)
for (const { name, faults } of faulty)
  process.stdout.write(`FAULT   ${name}\n${faults.map(each => `          ${each}\n`).join('')}`)
for (const { name, omitted } of remote)
  process.stdout.write(`REMOTE  ${name}: drawn without ${omitted.join(', ').slice(0, 160)}\n`)
const times = rows.map(({ pngMs }) => pngMs).sort((a, b) => a - b)
const at = (share: number) =>
  `${Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)} ms`
process.stdout.write(`
figures                    ${rows.length}
came through               ${rows.length - faulty.length}
drawn without remote parts ${remote.length}
png after POST             p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}
seconds                    ${((performance.now() - began) / 1000).toFixed(0)}
`)
process.exit(faulty.length > 0 ? 1 : 0)
