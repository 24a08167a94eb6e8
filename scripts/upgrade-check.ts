/**
 * `npm run upgrade-check [-- DIR]`: draws the figures of a folder with and without our edits of the charting library
 * and compares the png files byte by byte. Names each edit, its upstream source, and the issue that would retire it.
 * Exits with 1 if an edit finds no place or a file differs. Default: the figures of the tests.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSubmission } from '../src/domain/figure/submission.ts'
import { defaultLook } from '../src/domain/image/look.ts'
import type { Renderer } from '../src/domain/image/ports.ts'
import { messageOf } from '../src/errors/cause.ts'
import { packageFile } from '../src/package-files.ts'
import { editLibrary } from '../src/plotly/edits/library-edit.ts'
import { partEdits } from '../src/plotly/edits/part-edits.ts'
import { renderEdits, tuneLibrary } from '../src/plotly/edits/render-edits.ts'
import { safetyEdits, secureLibrary } from '../src/plotly/edits/safety-edits.ts'
import { createRenderer } from '../src/rendering/renderer.ts'
import { figureFolder, scriptOptions } from './script-options.ts'

const ownFigures = join(import.meta.dirname, '..', 'test', 'figures')
const { folder, names } = figureFolder(scriptOptions({ words: 'any' }).words, ownFigures)
const release = readFileSync(packageFile('plotly.js', 'dist', 'plotly-strict.min.js'), 'utf8')
let faults = 0

for (const [name, edit] of Object.entries({ ...safetyEdits, ...partEdits, ...renderEdits })) {
  const found = editLibrary(release, edit) !== release
  if (!found) faults += 1
  const { file, issue } = edit.upstream
  console.log(`${found ? 'made   ' : 'MISSING'} ${name.padEnd(16)} ${file}, ${issue ?? 'no issue known'}`)
}

const patience = 180_000
const open = (library: string): Renderer =>
  createRenderer({
    workers: 1,
    browserPath: process.env.BROWSER_PATH || null,
    sandbox: 'auto',
    limits: { drawMs: patience, waitMs: patience },
    library: async () => library,
  })

async function draw(renderer: Renderer, name: string): Promise<string> {
  try {
    const { figure } = readSubmission(readFileSync(join(folder, name)))
    const request = { figure: async () => figure, formats: ['png'], look: defaultLook } as const
    const { images } = await renderer.draw({ ...request, priority: 'waiting' }).result
    return Buffer.from(images.get('png') ?? []).toString('base64')
  } catch (error) {
    return `refused: ${messageOf(error)}`
  }
}

const [plain, edited] = [open(release), open(tuneLibrary(secureLibrary(release)))]
for (const name of names) {
  const [one, other] = await Promise.all([draw(plain, name), draw(edited, name)])
  if (one === other) continue
  faults += 1
  console.log(
    `DIFFERS ${name}${[one, other].map(each => (each.startsWith('refused') ? ` ${each}` : '')).join('')}`,
  )
}
await Promise.all([plain.close(), edited.close()])
console.log(`${names.length} figures, ${faults} faults`)
process.exitCode = faults > 0 ? 1 : 0
