/** Keeps the bundles of a checkout between starts, as long as their sources do not change. */

import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../atomic-file.ts'
import type { Bundle } from './esbuild.ts'

export const projectRoot = join(import.meta.dirname, '..', '..')

const folder = join(projectRoot, 'node_modules', '.cache', 'plotgate', 'scripts')

interface Kept {
  readonly key: string
  /** Hashes of the source files by their path relative to the root; null for a file that could not be read. */
  readonly inputs: Readonly<Record<string, string | null>>
  readonly code: string
}

/** The kept script of that name if `key` and the contents of its sources are unchanged, else a new one. */
export async function cachedScript(
  name: string,
  key: string,
  make: () => Promise<Pick<Bundle, 'code' | 'inputs'>>,
): Promise<string> {
  const file = join(folder, `${name}.json`)
  const kept = await readKept(file)
  if (kept?.key === key && (await isCurrent(kept))) return kept.code
  const { code, inputs } = await make()
  const hashes = await Promise.all(inputs.map(async input => [input, await hashOf(input)] as const))
  await keep(file, { key, inputs: Object.fromEntries(hashes), code })
  return code
}

async function readKept(file: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept
  } catch {
    return null
  }
}

async function isCurrent({ inputs }: Kept): Promise<boolean> {
  const same = await Promise.all(
    Object.entries(inputs).map(async ([input, hash]) => (await hashOf(input)) === hash),
  )
  return same.every(Boolean)
}

async function hashOf(input: string): Promise<string | null> {
  try {
    return createHash('sha256')
      .update(await readFile(join(projectRoot, input)))
      .digest('base64url')
  } catch {
    return null
  }
}

/** If the folder is not writable, the next start bundles again. */
async function keep(file: string, kept: Kept): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await writeAtomically(file, JSON.stringify(kept))
  } catch {
    // The script itself has been built.
  }
}
