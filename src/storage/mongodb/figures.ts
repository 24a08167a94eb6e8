/** Figures in MongoDB: packed, in a document of their own under the graph's id. */

import type { PackedFigure } from '../figure-codec.ts'
import { loadBytes, removeChunks, storeBytes } from './chunks.ts'
import { type Collections, type FigureDoc, schemaVersion } from './documents.ts'
import { retryDuplicate } from './errors.ts'

/** The document of a figure, its chunks already written where it is large. */
async function figureFields(
  collections: Collections,
  graphId: string,
  { body, ...packed }: PackedFigure,
): Promise<Omit<FigureDoc, '_id'>> {
  const { bytes, chunks } = await storeBytes(collections, graphId, body)
  return { schema: schemaVersion, ...packed, body: bytes, chunks, writtenAt: new Date() }
}

/** Writes the figure of a new graph. */
export async function insertFigure(
  collections: Collections,
  graphId: string,
  packed: PackedFigure,
): Promise<void> {
  await collections.figures.insertOne({
    _id: graphId,
    ...(await figureFields(collections, graphId, packed)),
  })
}

/** Writes a figure that may be there; then what it replaces goes. */
export async function putFigure(
  collections: Collections,
  graphId: string,
  packed: PackedFigure,
): Promise<void> {
  const $set = await figureFields(collections, graphId, packed)
  const before = await retryDuplicate(() =>
    collections.figures.findOneAndUpdate(
      { _id: graphId },
      { $set },
      { upsert: true, returnDocument: 'before', projection: { chunks: 1 } },
    ),
  )
  if (before?.chunks) await removeChunks(collections, graphId, before.chunks)
}

/** Null where its chunks are gone. Figures of the first schema kept every layout whole and name no prefix. */
export async function packedFigure(collections: Collections, doc: FigureDoc): Promise<PackedFigure | null> {
  const body = await loadBytes(collections, doc._id, { bytes: doc.body, chunks: doc.chunks ?? null })
  if (body === null) return null
  const { encoding, layoutPrefix = null, dataBytes, layoutBytes, framesBytes } = doc
  return { encoding, layoutPrefix, dataBytes, layoutBytes, framesBytes, body }
}
