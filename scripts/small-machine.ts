/**
 * `npm run small-machine -- DIR [--mib 512] [--figures 40] [--workers 1]`: sends figures of a directory, at equal
 * distances and two at a time, through a service with that much memory, including its browsers and the file cache.
 * Prints how many were drawn and how much memory was used. Exits with 1 if an image was not made. Linux, as root.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../src/errors/cause.ts'
import { evenlySpread, figureFolder, scriptOptions } from './script-options.ts'
import { startService } from './service/service.ts'
import { limitMemory } from './small-machine/memory-limit.ts'

const { values, words } = scriptOptions({
  words: 'any',
  options: {
    mib: { type: 'number', default: 512 },
    figures: { type: 'number', default: 40 },
    workers: { type: 'number', default: 1 },
  },
})
const { folder, names } = figureFolder(words)
const left = [...evenlySpread(names, values.figures)]
const count = left.length

const limit = limitMemory(values.mib)
const faults: string[] = []
const began = performance.now()
try {
  // As the container image sets it.
  const settings = { RENDER_WORKERS: String(values.workers), MALLOC_TRIM_THRESHOLD_: '131072' }
  const service = await startService(settings, limit.before)
  try {
    const draw = async () => {
      for (let name = left.shift(); name; name = left.shift()) {
        const text = readFileSync(join(folder, name), 'utf8')
        await service.chart(text).catch(error => faults.push(`${name}: ${messageOf(error)}`))
      }
    }
    await Promise.all([draw(), draw()])
  } finally {
    await service.close()
  }
  const { maxMib, kills } = limit.used()
  const lines = [
    `images                 ${count - faults.length} of ${count}, in ${Math.round((performance.now() - began) / 1000)} s`,
    `memory at most         ${maxMib} of ${values.mib} MiB`,
    `ended by the kernel    ${kills} processes`,
  ]
  process.stdout.write(`${[...lines, ...faults].join('\n')}\n`)
} finally {
  limit.remove()
}
process.exit(faults.length === 0 ? 0 : 1)
