/**
 * `npm run soak -- DIR [--figures 2000] [--workers 2]`: mixed figures through the same pages in random order.
 * Shows that each gives the same bytes as in a fresh page, that memory stays flat and no process is left over.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { defaultLook, type Figure } from '../src/domain/graph.ts'
import type { Renderer } from '../src/domain/ports.ts'
import { createRenderer, type RendererConfig } from '../src/render/renderer.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    figures: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '2' },
    kinds: { type: 'string', default: '60' },
  },
})
const [directory] = positionals
if (!directory) {
  process.stderr.write('usage: npm run soak -- DIR [--figures N] [--workers N] [--kinds N]\n')
  process.exit(2)
}
const total = Number(values.figures)
const kinds = Number(values.kinds)
const hour = 3_600_000

// The heaviest would make this a test of patience; they are in the corpus.
const tooHeavy = /volume|canada_geo|isosurface/
const all = readdirSync(directory)
  .filter(name => name.endsWith('.json') && !tooHeavy.test(name))
  .sort()
const names = Array.from(
  { length: Math.min(kinds, all.length) },
  (_, i) => all[Math.floor((i * all.length) / kinds)]!,
)
const figures = new Map(names.map(name => [name, readFigure(join(directory, name))]))

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
    workers: Number(values.workers),
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

/** What this process holds after garbage collection, in MB: its resident memory says how lazy the collector is. */
function held(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

/** Resident memory of this process and of everything below it, in MB. */
function memory(): { server: number; browsers: number; processes: number } {
  const pageMb = 4096 / 1024 / 1024
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc').filter(each => /^\d+$/.test(each))) {
    try {
      const text = readFileSync(`/proc/${entry}/stat`, 'utf8')
      parents.set(Number(entry), Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // Ended between the two looks.
    }
  }
  const below = new Set([process.pid])
  for (let size = 0; size !== below.size; ) {
    size = below.size
    for (const [pid, parent] of parents) if (below.has(parent)) below.add(pid)
  }
  below.delete(process.pid)
  let browsers = 0
  for (const pid of below) {
    try {
      // Private pages alone: the shared ones would be counted once for each process.
      const [, resident = '0', shared = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
      browsers += (Number(resident) - Number(shared)) * pageMb
    } catch {
      // As above.
    }
  }
  return { server: process.memoryUsage().rss / 1024 / 1024, browsers, processes: below.size }
}

process.stdout.write(`${names.length} kinds of figures, each first in a fresh browser\n`)
const fresh = new Map<string, string>()
const freshRoom = open({ perBrowser: 1 })
await Promise.all(names.map(async name => fresh.set(name, await digest(freshRoom, name))))
await freshRoom.close()

const room = open()
let done = 0
let different = 0
const shown = new Set<string>()
const began = performance.now()
const samples: { done: number; server: number; browsers: number }[] = []
const windows = 20
/** Of this window: between two collections a page holds what no figure needs any more. */
let leastInBrowsers = Number.POSITIVE_INFINITY

async function work(): Promise<void> {
  while (done < total) {
    done += 1
    const at = done
    const name = names[Math.floor(Math.random() * names.length)]!
    const same = (await digest(room, name)) === fresh.get(name)
    if (!same) {
      different += 1
      if (!shown.has(name)) process.stdout.write(`DIFFERS ${name}\n`)
      shown.add(name)
    }
    const perWindow = Math.max(1, Math.floor(total / windows))
    if (at % Math.max(1, Math.floor(perWindow / 10)) === 0) {
      leastInBrowsers = Math.min(leastInBrowsers, memory().browsers)
    }
    if (at % perWindow === 0) {
      const { server, processes } = memory()
      const sample = { done: at, server: held(), browsers: leastInBrowsers }
      leastInBrowsers = Number.POSITIVE_INFINITY
      samples.push(sample)
      process.stdout.write(
        `${String(at).padStart(6)}  server holds ${sample.server.toFixed(1)} of ${server.toFixed(0)} MB  browsers at least ${sample.browsers.toFixed(0)} MB in ${processes} processes  ${(at / ((performance.now() - began) / 1000)).toFixed(1)}/s\n`,
      )
    }
  }
}
await Promise.all(Array.from({ length: Number(values.workers) * 2 }, work))
const stats = room.stats()
await room.close()
const left = memory().processes

/** Least squares over the second half, when caches are full: MB for each 1,000 figures, and its standard error. */
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

const mostGrowth = 2
const grown = { server: growth('server'), browsers: growth('browsers') }
// What lies within the measurement's own scatter is no growth that was shown.
const flat = Object.values(grown).every(({ perThousand, error }) => perThousand - 2 * error <= mostGrowth)
const told = ({ perThousand, error }: ReturnType<typeof growth>) =>
  `${perThousand.toFixed(1)} ± ${error.toFixed(1)} MB`
process.stdout.write(`
drawn                 ${stats.rendered} (${stats.failed} failed, ${stats.restarts} browsers replaced)
other bytes than in a fresh page ${different}
growth per 1,000      server ${told(grown.server)}, browsers ${told(grown.browsers)}
processes left        ${left}
`)
process.exit(different === 0 && left === 0 && stats.failed === 0 && flat ? 0 : 1)
