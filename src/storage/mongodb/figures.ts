/** Figures in MongoDB: packed, each in a document of its own. */

import type { GraphId } from '../../domain/ids.ts'
import type { PackedFigure } from '../figure-codec.ts'
import { loadBytes, removeChunks, storeBytes } from './chunks.ts'
import { retryDuplicate } from './connection/errors.ts'
import { type Collections, type FigureDoc, schemaVersion } from './documents/documents.ts'

/** The fields of a figure's document. Writes the chunks of a large figure first. */
async function figureFields(
  collections: Collections,
  graphId: GraphId,
  { body, ...packed }: PackedFigure,
): Promise<Omit<FigureDoc, '_id'>> {
  const { bytes, chunks } = await storeBytes(collections, graphId, body)
  return { schema: schemaVersion, ...packed, body: bytes, chunks, writtenAt: new Date() }
}

/**
 * To be called once the graph refers to its figure, which is written first. A sweep removes figures that no graph has
 * referred to for ten minutes, so a process that was suspended for long in between writes its figure again.
 */
export type EnsureFigure = () => Promise<void>

/** Well below the age at which a sweep removes figures without a graph. */
const mayBeSweptMs = 5 * 60_000

/** Inserts the first figure of a graph, or with an `id` of its own a later one. */
export async function insertFigure(
  collections: Collections,
  graphId: GraphId,
  packed: PackedFigure,
  id: string = graphId,
): Promise<EnsureFigure> {
  const begun = Date.now()
  await collections.figures.insertOne({
    _id: id,
    ...(id !== graphId && { graphId }),
    ...(await figureFields(collections, graphId, packed)),
  })
  return writtenAt(begun, collections, graphId, packed, id)
}

const writtenAt =
  (begun: number, ...figure: Parameters<typeof putFigure>): EnsureFigure =>
  async () => {
    if (Date.now() - begun > mayBeSweptMs) await putFigure(...figure)
  }

/** Writes a figure that may exist already, and then removes the chunks of the old one. */
export async function putFigure(
  collections: Collections,
  graphId: GraphId,
  packed: PackedFigure,
  id: string = graphId,
): Promise<EnsureFigure> {
  const begun = Date.now()
  const own = id !== graphId && { graphId }
  const $set = { ...(await figureFields(collections, graphId, packed)), ...own }
  const before = await retryDuplicate(() =>
    collections.figures.findOneAndUpdate(
      { _id: id },
      { $set },
      { upsert: true, returnDocument: 'before', projection: { chunks: 1 } },
    ),
  )
  if (before?.chunks) await removeChunks(collections, graphId, before.chunks)
  return writtenAt(begun, collections, graphId, packed, id)
}

/** Removes these figures of a graph. */
export async function removeFigures(
  collections: Collections,
  graphId: GraphId,
  ids: readonly string[],
): Promise<void> {
  for (const _id of ids) {
    const doc = await collections.figures.findOneAndDelete({ _id }, { projection: { chunks: 1 } })
    if (doc?.chunks) await removeChunks(collections, graphId, doc.chunks)
  }
}

/** Null if its chunks are gone. Figures of the first schema contain the whole layout and have no prefix. */
export async function packedFigure(collections: Collections, doc: FigureDoc): Promise<PackedFigure | null> {
  // The id of a graph's first figure is the graph_id.
  const body = await loadBytes(collections, doc.graphId ?? (doc._id as GraphId), {
    bytes: doc.body,
    chunks: doc.chunks ?? null,
  })
  if (body === null) return null
  const { encoding, layoutPrefix = null, dataBytes, layoutBytes, framesBytes } = doc
  return { encoding, layoutPrefix, dataBytes, layoutBytes, framesBytes, body }
}
