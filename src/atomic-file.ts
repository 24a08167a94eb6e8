/** Files that other processes may read while they are written. */

import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file beside its place and renames it, so that readers find the old content or the new one, never a part.
 * `mode` is that of the file from its first byte, whatever the mode of an older one. A failure leaves nothing behind.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array,
  { mode }: { readonly mode?: number } = {},
): Promise<void> {
  const scratch = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(scratch, content, { mode, flag: 'wx' })
    await rename(scratch, path)
  } catch (error) {
    await rm(scratch, { force: true })
    throw error
  }
}
