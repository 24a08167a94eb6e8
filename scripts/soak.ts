/**
 * `npm run soak -- DIR [--figures 2000] [--workers 2] [--kinds 60] [--only PATTERN]`: draws mixed figures in random
 * order in the same pages. Checks that each gives the same bytes as in a fresh page, that memory does not grow, and
 * that no process is left over. Figures of one kind (`--only`) show growth that is hidden in the variance of the
 * mixture.
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Figure } from '../src/domain/figure/text.ts'
import { defaultLook } from '../src/domain/image/look.ts'
import type { Renderer } from '../src/domain/image/ports.ts'
import { createRenderer } from '../src/rendering/renderer.ts'
import type { RendererConfig } from '../src/rendering/renderer-config.ts'
import { evenlySpread, figureFolder, scriptOptions } from './script-options.ts'
import { commandOf, processesBelow, proportionalMemoryOf } from './service/usage.ts'

const { values, words } = scriptOptions({
  words: 'any',
  options: {
    figures: { type: 'number', default: 2000 },
    workers: { type: 'number', default: 2 },
    kinds: { type: 'number', default: 60 },
    only: { type: 'pattern' },
  },
})
const { folder, names: all } = figureFolder(words)
const total = values.figures
const hour = 3_600_000

// The slowest ones would make this take too long; the corpus contains them.
const tooHeavy = /volume|canada_geo|isosurface/
const names = evenlySpread(
  all.filter(name => !tooHeavy.test(name) && values.only.test(name)),
  values.kinds,
)
const figures = new Map(names.map(name => [name, readFigure(join(folder, name))]))

function readFigure(path: string): Figure {
  const { data, layout, frames } = JSON.parse(readFileSync(path, 'utf8'))
  return {
    data: JSON.stringify(data),
    layout: JSON.stringify(layout ?? {}),
    frames: frames ? JSON.stringify(frames) : null,
  }
}

const open = (limits: RendererConfig['limits'] = {}) =>
  createRenderer({
    workers: values.workers,
    browserPath: process.env.BROWSER_PATH || null,
    sandbox: 'auto',
    limits: { drawMs: 120_000, waitMs: hour, ...limits },
  })

async function digest(renderer: Renderer, name: string): Promise<string> {
  const figure = figures.get(name)!
  const { images } = await renderer.draw({
    figure: async () => figure,
    formats: ['png', 'svg'],
    look: defaultLook,
    priority: 'waiting',
  }).result
  const hash = createHash('sha256')
  for (const format of ['png', 'svg'] as const) hash.update(images.get(format)!)
  return hash.digest('hex')
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What this process holds after garbage collection, in MiB. Its resident memory depends on when the collector runs. */
function held(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

interface Below {
  /** In MiB, with each process's share of shared memory. */
  readonly mebibytes: number
  readonly processes: number
  /** Of the processes that draw: the pages', and the browsers' graphics processes. */
  readonly pages: number
  readonly graphics: number
}

/** The processes below this one. */
function below(): Below {
  let [mebibytes, pages, graphics] = [0, 0, 0]
  const processes = processesBelow(process.pid)
  for (const pid of processes) {
    const share = proportionalMemoryOf(pid) ?? 0
    const command = commandOf(pid) ?? ''
    mebibytes += share
    if (command.includes('--type=renderer')) pages += share
    if (command.includes('--type=gpu-process')) graphics += share
  }
  return { mebibytes, processes: processes.size, pages, graphics }
}

process.stdout.write(`${names.length} kinds of figures, each first in a fresh browser\n`)
const fresh = new Map<string, string>()
const freshRenderer = open({ perBrowser: 1 })
await Promise.all(names.map(async name => fresh.set(name, await digest(freshRenderer, name))))
await freshRenderer.close()

const idleMs = 300
const renderer = open({ idleMs })
let done = 0
let different = 0
const shown = new Set<string>()
const began = performance.now()
const samples: { done: number; server: number; browsers: number }[] = []
const windows = 20

async function work(until: number): Promise<void> {
  while (done < until) {
    done += 1
    const name = names[Math.floor(Math.random() * names.length)]!
    const same = (await digest(renderer, name)) === fresh.get(name)
    if (!same) {
      different += 1
      if (!shown.has(name)) process.stdout.write(`DIFFERS ${name}\n`)
      shown.add(name)
    }
  }
}

for (let window = 1; window <= windows; window++) {
  const until = Math.round((total * window) / windows)
  await Promise.all(Array.from({ length: values.workers * 2 }, () => work(until)))
  const perSecond = done / ((performance.now() - began) / 1000)
  const { mebibytes: busy } = below()
  // Memory between two collections depends on the collectors; at rest there is only what is kept.
  await pause(idleMs + 3000)
  const { mebibytes, processes, pages, graphics } = below()
  samples.push({ done, server: held(), browsers: mebibytes })
  process.stdout.write(
    `${String(done).padStart(6)}  server holds ${samples.at(-1)!.server.toFixed(1)} MiB  browsers ${mebibytes.toFixed(0)} MiB at rest (pages ${pages.toFixed(0)}, graphics ${graphics.toFixed(0)}), ${busy.toFixed(0)} before, in ${processes} processes  ${perSecond.toFixed(1)}/s\n`,
  )
}
const stats = renderer.stats()
await renderer.close()
const left = below().processes

/** Least squares over the second half, when caches are full: MiB per 1,000 figures, and the standard error. */
function growth(of: 'server' | 'browsers'): { readonly perThousand: number; readonly error: number } {
  const late = samples.slice(Math.floor(samples.length / 2))
  const mean = (pick: (sample: (typeof late)[number]) => number) =>
    late.reduce((sum, each) => sum + pick(each), 0) / late.length
  const x = mean(each => each.done)
  const y = mean(each => each[of])
  const under = late.reduce((sum, each) => sum + (each.done - x) ** 2, 0)
  if (under === 0 || late.length < 3) return { perThousand: 0, error: Number.POSITIVE_INFINITY }
  const slope = late.reduce((sum, each) => sum + (each.done - x) * (each[of] - y), 0) / under
  const left = late.reduce((sum, each) => sum + (each[of] - y - slope * (each.done - x)) ** 2, 0)
  return { perThousand: slope * 1000, error: Math.sqrt(left / (late.length - 2) / under) * 1000 }
}

const maxGrowth = 2
const grown = { server: growth('server'), browsers: growth('browsers') }
// A growth within the measurement's own variance does not count.
const flat = Object.values(grown).every(({ perThousand, error }) => perThousand - 2 * error <= maxGrowth)
const told = ({ perThousand, error }: ReturnType<typeof growth>) =>
  `${perThousand.toFixed(1)} ± ${error.toFixed(1)} MiB`
process.stdout.write(`
drawn                 ${stats.rendered} (${stats.failed} failed, ${stats.restarts} browsers replaced)
other bytes than in a fresh page ${different}
growth per 1,000      server ${told(grown.server)}, browsers ${told(grown.browsers)}
processes left        ${left}
`)
process.exit(different === 0 && left === 0 && stats.failed === 0 && flat ? 0 : 1)
