/**
 * How much the disk still takes. Folding the log into the file needs room, and so does removing: the service stops
 * storing before there is none, and keeps some space back for removals on a disk that others have filled.
 */

import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** `low`: the log must stay short, so that it can be folded. `none`: what gives room back alone may be written. */
export type SpaceLeft = 'enough' | 'low' | 'none'

export interface DiskSpace {
  look(): SpaceLeft
  /** Gives up the space that was kept back; false when there is none. */
  useReserve(): boolean
}

const mebibyte = 1024 * 1024
/** More than the log grows to before it is folded. */
const lowBytes = 24 * mebibyte
const leastBytes = 4 * mebibyte
const reserveBytes = mebibyte

export function createDiskSpace(file: string): DiskSpace {
  const reserve = `${file}-reserve`
  let held = existsSync(reserve)

  function keepReserve(): void {
    if (held) return
    const handle = openSync(reserve, 'w', 0o600)
    try {
      // Random, since some file systems keep no room for what they can compress.
      writeSync(handle, randomBytes(reserveBytes))
      held = true
    } finally {
      closeSync(handle)
    }
  }

  return {
    look() {
      const { bavail, bsize, blocks } = statfsSync(dirname(file))
      const bytes = bavail * bsize
      if (bytes < leastBytes && blocks > 0) return 'none'
      keepReserve()
      // Some file systems of networks do not tell.
      return bytes >= lowBytes || blocks === 0 ? 'enough' : 'low'
    },
    useReserve() {
      const had = held
      held = false
      rmSync(reserve, { force: true })
      return had
    },
  }
}
