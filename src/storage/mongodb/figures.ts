/** Figures in MongoDB: packed, in a document of their own under the graph's id. */

import type { GraphId } from '../../domain/ids.ts'
import type { PackedFigure } from '../figure-codec.ts'
import { loadBytes, removeChunks, storeBytes } from './chunks.ts'
import { type Collections, type FigureDoc, schemaVersion } from './documents.ts'
import { retryDuplicate } from './errors.ts'

/** The document of a figure, its chunks already written where it is large. */
async function figureFields(
  collections: Collections,
  graphId: GraphId,
  { body, ...packed }: PackedFigure,
): Promise<Omit<FigureDoc, '_id'>> {
  const { bytes, chunks } = await storeBytes(collections, graphId, body)
  return { schema: schemaVersion, ...packed, body: bytes, chunks, writtenAt: new Date() }
}

/**
 * A figure is written before its graph names it, and a sweep takes what none names after ten minutes. To be called once
 * the graph does: a process that stood still meanwhile writes its figure once more.
 */
export type MakeSureOfFigure = () => Promise<void>

/** Well below the time after which a sweep takes it. */
const mayBeSweptMs = 5 * 60_000

/** Writes the figure of a new graph, or under a name of its own a later one. */
export async function insertFigure(
  collections: Collections,
  graphId: GraphId,
  packed: PackedFigure,
  id: string = graphId,
): Promise<MakeSureOfFigure> {
  const begun = Date.now()
  await collections.figures.insertOne({
    _id: id,
    ...(id !== graphId && { graphId }),
    ...(await figureFields(collections, graphId, packed)),
  })
  return writtenAt(begun, collections, graphId, packed, id)
}

const writtenAt =
  (begun: number, ...figure: Parameters<typeof putFigure>): MakeSureOfFigure =>
  async () => {
    if (Date.now() - begun > mayBeSweptMs) await putFigure(...figure)
  }

/** Writes a figure that may be there; then what it replaces goes. */
export async function putFigure(
  collections: Collections,
  graphId: GraphId,
  packed: PackedFigure,
  id: string = graphId,
): Promise<MakeSureOfFigure> {
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

/** Null where its chunks are gone. Figures of the first schema kept every layout whole and name no prefix. */
export async function packedFigure(collections: Collections, doc: FigureDoc): Promise<PackedFigure | null> {
  // The first figure of a graph has the graph's id.
  const body = await loadBytes(collections, doc.graphId ?? (doc._id as GraphId), {
    bytes: doc.body,
    chunks: doc.chunks ?? null,
  })
  if (body === null) return null
  const { encoding, layoutPrefix = null, dataBytes, layoutBytes, framesBytes } = doc
  return { encoding, layoutPrefix, dataBytes, layoutBytes, framesBytes, body }
}
