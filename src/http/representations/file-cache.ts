/**
 * A cache of assembled or compressed files. Each file is made once for concurrent requests and is in memory once, however
 * many answers are sending it.
 */

import { LRUCache } from 'lru-cache'
import { asBuffer } from '../../bytes.ts'

export interface FileCache {
  /** The file with this tag, made if it is not cached. The tag must identify everything that its bytes depend on. */
  get(tag: string, make: () => Promise<Uint8Array>): Promise<Buffer>
  /** The size of a recently made file, known without making it again. */
  sizeOf(tag: string): number | undefined
}

export interface FileCacheBounds {
  readonly bytes: number
  /** Larger files are shared by concurrent requests but not cached. */
  readonly fileBytes: number
}

const defaultBounds: FileCacheBounds = { bytes: 64 * 2 ** 20, fileBytes: 16 * 2 ** 20 }

/** Smaller files are not shared, because that would cost more than it saves. */
const sharedFrom = 256 * 1024
const sizesRemembered = 10_000

export function createFileCache({ bytes, fileBytes }: FileCacheBounds = defaultBounds): FileCache {
  const kept = new LRUCache<string, Buffer>({
    maxSize: bytes,
    maxEntrySize: fileBytes,
    sizeCalculation: file => file.length + 200,
  })
  const beingMade = new Map<string, Promise<Buffer>>()
  const sizes = new LRUCache<string, number>({ max: sizesRemembered })
  const beingSent = createShared()

  async function makeAndKeep(tag: string, make: () => Promise<Uint8Array>): Promise<Buffer> {
    try {
      const file = asBuffer(await make())
      kept.set(tag, file)
      if (file.length >= sharedFrom) {
        sizes.set(tag, file.length)
        beingSent.add(tag, file)
      }
      return file
    } finally {
      beingMade.delete(tag)
    }
  }

  return {
    async get(tag, make) {
      const file = kept.get(tag) ?? beingSent.get(tag) ?? beingMade.get(tag)
      if (file) return file
      const making = makeAndKeep(tag, make)
      beingMade.set(tag, making)
      return making
    },
    sizeOf: tag => sizes.get(tag),
  }
}

/** Tracks uncached files that are still being sent, so that further requests can share them. */
function createShared() {
  interface Place {
    readonly memory: WeakRef<ArrayBufferLike>
    readonly offset: number
    readonly length: number
  }
  const places = new Map<string, Place>()
  const left = new FinalizationRegistry<string>(tag => {
    if (places.get(tag)?.memory.deref() === undefined) places.delete(tag)
  })
  return {
    add(tag: string, { buffer, byteOffset, length }: Buffer): void {
      places.set(tag, { memory: new WeakRef(buffer), offset: byteOffset, length })
      left.register(buffer, tag)
    },
    get(tag: string): Buffer | undefined {
      const place = places.get(tag)
      const memory = place?.memory.deref()
      return place && memory && Buffer.from(memory, place.offset, place.length)
    },
  }
}
