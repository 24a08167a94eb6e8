/**
 * `npm run small-machine -- DIR [--mib 512] [--figures 40] [--workers 1]`: figures of a directory, evenly spread over
 * it and two at a time, through a service that the kernel gives so much memory, its browsers and the file cache
 * included. Prints what was drawn and how much was used; ends with 1 where an image was not made. Linux, as root.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startService } from './bench/service.ts'
import { requireFolder, scriptOptions } from './script-options.ts'
import { limitMemory } from './small-machine/memory-limit.ts'

const { values, positionals } = scriptOptions({
  allowPositionals: true,
  options: {
    mib: { type: 'string', default: '512' },
    figures: { type: 'string', default: '40' },
    workers: { type: 'string', default: '1' },
  },
})
const directory = requireFolder(positionals)

const all = readdirSync(directory)
  .filter(name => name.endsWith('.json'))
  .sort()
const count = Math.min(Number(values.figures), all.length)
const left = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!)

const limit = limitMemory(Number(values.mib))
const faults: string[] = []
const began = performance.now()
try {
  // As the container's image sets it.
  const settings = { RENDER_WORKERS: values.workers, MALLOC_TRIM_THRESHOLD_: '131072' }
  const service = await startService(settings, limit.before)
  try {
    const draw = async () => {
      for (let name = left.shift(); name; name = left.shift()) {
        const text = readFileSync(join(directory, name), 'utf8')
        await service.chart(text).catch(error => faults.push(`${name}: ${(error as Error).message}`))
      }
    }
    await Promise.all([draw(), draw()])
  } finally {
    await service.close()
  }
  const { mostMib, kills } = limit.used()
  const lines = [
    `images                 ${count - faults.length} of ${count}, in ${Math.round((performance.now() - began) / 1000)} s`,
    `memory at most         ${mostMib} of ${values.mib} MiB`,
    `ended by the kernel    ${kills} processes`,
  ]
  process.stdout.write(`${[...lines, ...faults].join('\n')}\n`)
} finally {
  limit.remove()
}
process.exit(faults.length === 0 ? 0 : 1)
