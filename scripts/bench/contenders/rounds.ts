/** The other end of `runProcesses`: what a process that draws says and is told. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ReferenceFigure } from '../figures.ts'

const [folder = '', figuresFile = ''] = process.argv.slice(2)

/** Of the packages that were installed for this contender. */
export const requireInstalled = createRequire(join(folder, 'package.json'))

/** The font that Plotgate draws with. */
export const font = {
  name: 'Open Sans',
  file: createRequire(import.meta.url).resolve(
    '@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf',
  ),
}

/** Draws figure after figure while it is told to. `draw` gives the bytes of a png. */
export async function drawRounds(draw: (figure: ReferenceFigure) => Uint8Array): Promise<void> {
  const figures: readonly ReferenceFigure[] = JSON.parse(readFileSync(figuresFile, 'utf8'))
  let drawn = 0
  const drawNext = () => draw(figures[drawn++ % figures.length]!)
  if (Buffer.from(drawNext().subarray(1, 4)).toString() !== 'PNG') throw new Error('it drew no png')
  process.stdout.write('ready\n')
  for await (const line of createInterface({ input: process.stdin })) {
    const begun = performance.now()
    const before = drawn
    while (performance.now() < begun + Number(line) * 1000) drawNext()
    process.stdout.write(`${((drawn - before) * 1000) / (performance.now() - begun)}\n`)
  }
}
