/** Files that were put together or compressed for somebody, for whoever asks next: each is made once, however many ask. */

import { LRUCache } from 'lru-cache'

export interface FileCache {
  /** The file of that tag, which says all that its bytes depend on; made when it is not there. */
  get(tag: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>
}

export interface FileCacheBounds {
  readonly bytes: number
  /** Files above this are made, and shared by those who wait for them, but not kept. */
  readonly fileBytes: number
}

const defaultBounds: FileCacheBounds = { bytes: 64 * 2 ** 20, fileBytes: 16 * 2 ** 20 }

export function createFileCache({ bytes, fileBytes }: FileCacheBounds = defaultBounds): FileCache {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: bytes,
    maxEntrySize: fileBytes,
    sizeCalculation: file => file.length + 200,
  })
  const beingMade = new Map<string, Promise<Uint8Array>>()

  async function makeAndKeep(tag: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    try {
      const file = await make()
      kept.set(tag, file)
      return file
    } finally {
      beingMade.delete(tag)
    }
  }

  return {
    async get(tag, make) {
      const file = kept.get(tag) ?? beingMade.get(tag)
      if (file) return file
      const making = makeAndKeep(tag, make)
      beingMade.set(tag, making)
      return making
    },
  }
}
