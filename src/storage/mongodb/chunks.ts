/**
 * Stores values that are too large for one document (16 MiB) as chunks in a separate collection. A set of chunks has a new
 * name, is written before the document that names it and removed after that document was changed, so that readers find
 * either the old or the new value, complete.
 */

import { randomBytes } from 'node:crypto'
import type { GraphId } from '../../domain/ids.ts'
import { unavailable } from '../../errors/errors.ts'
import type { ChunkSet } from './documents/artifact-documents.ts'
import type { Collections } from './documents/documents.ts'

/** A value as stored in a document. `bytes` is empty if the value is in `chunks`. */
export interface StoredBytes {
  readonly bytes: Uint8Array
  readonly chunks: ChunkSet | null
}

/** Larger values are stored as chunks. The limit keeps documents well below 16 MiB. */
const inlineBytes = 12 * 1024 * 1024
const chunkBytes = 8 * 1024 * 1024
const nothing = new Uint8Array()

/** Writes the chunks of a large value. A small value is returned for its document. */
export async function storeBytes(
  { chunks }: Collections,
  graphId: GraphId,
  bytes: Uint8Array,
): Promise<StoredBytes> {
  if (bytes.byteLength <= inlineBytes) return { bytes, chunks: null }
  const set = randomBytes(12).toString('base64url')
  const count = Math.ceil(bytes.byteLength / chunkBytes)
  const writtenAt = new Date()
  // Inserted one by one, because a single message with all of them would copy them once more.
  for (let n = 0; n < count; n++) {
    const piece = bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes)
    await chunks.insertOne({ _id: `${set}/${n}`, graphId, set, n, bytes: piece, writtenAt })
  }
  return { bytes: nothing, chunks: { set, count } }
}

/** The whole value; null if its chunks are gone because it was replaced or its graph was deleted. */
export async function loadBytes(
  { chunks }: Collections,
  graphId: GraphId,
  stored: StoredBytes,
): Promise<Uint8Array | null> {
  if (!stored.chunks) return stored.bytes
  const { set, count } = stored.chunks
  const ids = Array.from({ length: count }, (_, n) => `${set}/${n}`)
  const found = await chunks.find({ graphId, _id: { $in: ids } }).toArray()
  if (found.length < count) return null
  return Buffer.concat(found.sort((a, b) => a.n - b.n).map(chunk => chunk.bytes))
}

/** Succeeds even if the chunks are gone already. */
export async function removeChunks(
  { chunks }: Collections,
  graphId: GraphId,
  { set, count }: ChunkSet,
): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) => `${set}/${n}`)
  await chunks.deleteMany({ graphId, _id: { $in: ids } })
}

/**
 * Reads a document and its chunks. Starts over if the value is replaced in between. Rejects with `unavailable` if that
 * happens too often.
 */
export async function readWhole<D, T>(
  find: () => Promise<D | null>,
  whole: (doc: D) => Promise<T | null>,
): Promise<T | null> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const doc = await find()
    if (!doc) return null
    const value = await whole(doc)
    if (value !== null) return value
  }
  throw unavailable('this value is being replaced right now; retry in a moment')
}
