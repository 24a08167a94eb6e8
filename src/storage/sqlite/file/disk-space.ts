/**
 * Monitors free disk space. Checkpoints of the WAL and removals need space too, so the service stops storing before the disk
 * is full, and keeps a reserve for removals in case other programs fill the disk.
 */

import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** `low`: the WAL must stay short, so that it can be checkpointed. `none`: only writes that free space are allowed. */
export type SpaceLeft = 'enough' | 'low' | 'none'

export interface DiskSpace {
  look(): SpaceLeft
  /** Releases the reserve. Returns false if there is none. */
  useReserve(): boolean
  /** Takes the reserve again, or as much of it as the disk has, before other programs take the space. */
  keepReserve(): void
}

const mebibyte = 1024 * 1024
/** More than the size that the WAL reaches before a checkpoint. */
const lowBytes = 24 * mebibyte
const minBytes = 4 * mebibyte
const reserveBytes = mebibyte

export function createDiskSpace(file: string): DiskSpace {
  const reserve = `${file}-reserve`
  let heldBytes = statSync(reserve, { throwIfNoEntry: false })?.size ?? 0

  function keepReserve(): void {
    if (heldBytes >= reserveBytes) return
    try {
      const handle = openSync(reserve, 'a', 0o600)
      try {
        // Random bytes, because compressing file systems would not reserve space for others.
        heldBytes += writeSync(handle, randomBytes(reserveBytes - heldBytes))
      } finally {
        closeSync(handle)
      }
    } catch {
      // There is no space at all, or no more than what is held.
    }
  }

  return {
    look() {
      const { bavail, bsize, blocks } = statfsSync(dirname(file))
      const bytes = bavail * bsize
      if (bytes < minBytes && blocks > 0) return 'none'
      keepReserve()
      // Some network file systems report no block counts.
      return bytes >= lowBytes || blocks === 0 ? 'enough' : 'low'
    },
    useReserve() {
      const hadBytes = heldBytes
      heldBytes = 0
      rmSync(reserve, { force: true })
      return hadBytes > 0
    },
    keepReserve,
  }
}
