/** From starting the process to its first answer, and to the first image; and of commands that draw one image. */

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '../../src/errors/cause.ts'
import { startService } from '../service/service.ts'
import { processorTime } from '../service/usage.ts'
import { referenceFigure } from './figures.ts'
import { type Measurement, median, type Row } from './measure.ts'
import { browserScript, pythonPackages } from './tools.ts'

const run = promisify(execFile)
const rounds = 3

export async function measureStart(): Promise<Measurement> {
  const answered: number[] = []
  const drawn: number[] = []
  const missing: string[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    const service = await startService()
    try {
      await service.get('/healthz')
      answered.push(performance.now() - begun)
      await service.chart(JSON.stringify(referenceFigure(round)))
      drawn.push(performance.now() - begun)
    } finally {
      await service.close()
    }
  }
  return {
    name: 'start',
    rows: [
      { what: 'process start to first answer', value: median(answered), unit: 'ms' },
      { what: 'process start to first picture', value: median(drawn), unit: 'ms' },
      ...(await measureCommands(missing)),
    ],
    missing,
  }
}

/** `plotgate render` of one figure, and Kaleido's function for the same, each from the start of its process. */
async function measureCommands(missing: string[]): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
  const figure = join(folder, 'figure.json')
  await writeFile(figure, JSON.stringify(referenceFigure(0)))
  const ours = ['bin/plotgate.js', 'render', figure, '-o', join(folder, 'ours.png')]
  try {
    const rows = await measureCommand('plotgate render of one figure', () => run(process.execPath, ours))
    try {
      const python = await pythonPackages('kaleido-1.5', ['kaleido==1.5.0'])
      const env = { ...process.env, BROWSER_PATH: await browserScript() }
      const theirs = ['-c', kaleidoOnce, figure, join(folder, 'theirs.png'), plotly]
      rows.push(...(await measureCommand('Kaleido 1.5, write_fig_sync', () => run(python, theirs, { env }))))
    } catch (error) {
      missing.push(`Kaleido 1.5: ${messageOf(error).trim().split('\n').at(-1)}`)
    }
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const plotly = createRequire(import.meta.url).resolve('plotly.js/dist/plotly.min.js')
const kaleidoOnce = `import json, sys, kaleido
kaleido.write_fig_sync(json.load(open(sys.argv[1])), sys.argv[2], kopts={"plotlyjs": sys.argv[3], "mathjax": False})`

async function measureCommand(what: string, command: () => Promise<unknown>): Promise<Row[]> {
  const took: number[] = []
  const worked: number[] = []
  // The first fills caches: of compiled code, of the unpacked browser.
  await command()
  for (let round = 0; round < rounds; round++) {
    const before = processorTime()
    const begun = performance.now()
    await command()
    took.push(performance.now() - begun)
    worked.push((processorTime() ?? 0) - (before ?? 0))
  }
  return [
    { what, value: median(took), unit: 'ms' },
    { what: `${what}: processor time beside the browser's`, value: median(worked), unit: 'ms' },
  ]
}
