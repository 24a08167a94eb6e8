/**
 * Values beyond what one document holds (16 MiB): in chunks of a collection of their own. A set of chunks is written
 * under a new name before the document that names it, and removed after the last document that did: who reads finds
 * the whole of one or the whole of the other.
 */

import { randomBytes } from 'node:crypto'
import type { GraphId } from '../../domain/ids.ts'
import { unavailable } from '../../errors/errors.ts'
import type { ChunkSet } from './artifact-documents.ts'
import type { Collections } from './documents.ts'

/** A value as a document holds it: `bytes` is empty where `chunks` names where they are. */
export interface StoredBytes {
  readonly bytes: Uint8Array
  readonly chunks: ChunkSet | null
}

/** A document with a value up to this size stays well below 16 MiB. */
const inlineBytes = 12 * 1024 * 1024
const chunkBytes = 8 * 1024 * 1024
const nothing = new Uint8Array()

/** Writes the chunks of a large value; a small one is left for its document. */
export async function storeBytes(
  { chunks }: Collections,
  graphId: GraphId,
  bytes: Uint8Array,
): Promise<StoredBytes> {
  if (bytes.byteLength <= inlineBytes) return { bytes, chunks: null }
  const set = randomBytes(12).toString('base64url')
  const count = Math.ceil(bytes.byteLength / chunkBytes)
  const writtenAt = new Date()
  // One by one: together they would be copied once more into a message of their size.
  for (let n = 0; n < count; n++) {
    const piece = bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes)
    await chunks.insertOne({ _id: `${set}/${n}`, graphId, set, n, bytes: piece, writtenAt })
  }
  return { bytes: nothing, chunks: { set, count } }
}

/** The whole value; null where its chunks are gone, since it was replaced or its graph deleted. */
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

/** Removing twice is no fault. */
export async function removeChunks(
  { chunks }: Collections,
  graphId: GraphId,
  { set, count }: ChunkSet,
): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) => `${set}/${n}`)
  await chunks.deleteMany({ graphId, _id: { $in: ids } })
}

/**
 * Reads a document and its chunks. A value that is replaced between the two is read again.
 * Rejects with `unavailable` where it changes all the time.
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
