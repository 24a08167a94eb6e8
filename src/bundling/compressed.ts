/**
 * Compresses files with brotli's best setting, which takes seconds for the charting library: done once and kept. A
 * published package contains the results; a checkout keeps them beside its scripts.
 */

import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { writeAtomically } from '../atomic-file.ts'
import { isPackaged } from '../package-files.ts'
import { projectRoot } from './script-cache.ts'

const folder = isPackaged
  ? join(import.meta.dirname, '..', 'compressed')
  : join(projectRoot, 'node_modules', '.cache', 'plotgate', 'compressed')

/** The kept result for the file of that name, which changes with its content; null if there is none. */
export async function readCompressed(name: string): Promise<Uint8Array | null> {
  try {
    return await readFile(join(folder, `${name}.br`))
  } catch {
    return null
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One file after the other, in zlib's threads, which answers need as well. */
export function compressThoroughly(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const made = last.then(async () => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    const compressed = await promisify(brotliCompress)(bytes, { params })
    await keep(name, compressed)
    return compressed
  })
  last = made.catch(() => {})
  return made
}

/** If the folder is not writable, the next process compresses again. */
async function keep(name: string, compressed: Uint8Array): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await writeAtomically(join(folder, `${name}.br`), compressed)
  } catch {
    // The caller gets the result in any case.
  }
}
