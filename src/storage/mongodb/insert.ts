/**
 * Storing a graph without transactions. The figure goes first, then the graph, which makes it visible: a crash
 * in between leaves a figure that nobody can reach and a sweep removes.
 *
 * Under an Idempotency-Key a claim goes before both. It names the graph_id, so whoever comes with the same key
 * and finds it open (its maker is still at work, or died) writes the same graph under the same id; writing it
 * twice is writing it once. A deletion marks the claim before it removes the graph: who was still writing finds
 * that mark afterwards and takes back what it wrote.
 */

import type { Figure, GraphRecord } from '../../domain/graph/graph.ts'
import type { IdempotencyClaim, InsertOutcome } from '../../domain/ports.ts'
import { unavailable } from '../../errors/errors.ts'
import { isLarge, type PackedFigure, packFigure, packLargeFigure } from '../figure-codec.ts'
import { type LayoutPrefix, trimFigure } from '../layout-prefix.ts'
import type { Connection } from './connection.ts'
import type { Collections } from './documents.ts'
import { type ClaimDoc, type FigureDoc, toGraphDoc } from './documents.ts'
import { checkSize, isDuplicate } from './errors.ts'

/** How often a claim that changes under our hands is looked at again. */
const attempts = 5

export function createInsert({ use }: Connection, prefix: LayoutPrefix | null) {
  return async (record: GraphRecord, figure: Figure, claim?: IdempotencyClaim): Promise<InsertOutcome> => {
    const trimmed = trimFigure(figure, prefix)
    const packed = isLarge(trimmed) ? await packLargeFigure(trimmed) : packFigure(trimmed)
    // Before anything is written: a claim on a figure that can never be stored would be of no use.
    checkSize('figure', packed.body.byteLength)
    checkSize('title', Buffer.byteLength(record.title ?? '') * 4)
    return use(collections =>
      claim ? insertClaimed(collections, record, packed, claim) : insertPlain(collections, record, packed),
    )
  }
}

const toFigureDoc = (graphId: string, packed: PackedFigure): FigureDoc => ({
  _id: graphId,
  ...packed,
  writtenAt: new Date(),
})

async function insertPlain(
  { figures, graphs }: Collections,
  record: GraphRecord,
  packed: PackedFigure,
): Promise<InsertOutcome> {
  await figures.insertOne(toFigureDoc(record.graphId, packed))
  await graphs.insertOne(toGraphDoc(record, null))
  return { kind: 'inserted' }
}

async function insertClaimed(
  collections: Collections,
  record: GraphRecord,
  packed: PackedFigure,
  claim: IdempotencyClaim,
): Promise<InsertOutcome> {
  const held = await takeClaim(collections, record, claim)
  const own = held.graphId === record.graphId
  if (held.bodyHash !== claim.bodyHash) return { kind: 'conflict' }
  if (held.state === 'open') await finish(collections, record, packed, held)
  return own ? { kind: 'inserted' } : { kind: 'replayed', graphId: held.graphId }
}

/** The claim as it stands: ours when there was none or only an expired one. */
async function takeClaim(
  { claims }: Collections,
  { graphId, createdAt }: GraphRecord,
  { id, bodyHash, expiresAt }: IdempotencyClaim,
): Promise<ClaimDoc> {
  const fields = { bodyHash, graphId, createdAt, expiresAt, state: 'open' } as const
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      // A living claim does not match, and then the insert meets its id.
      await claims.updateOne(
        { _id: id, expiresAt: { $lte: new Date() } },
        { $set: fields, $unset: { removedAt: true } },
        { upsert: true },
      )
      return { _id: id, ...fields }
    } catch (error) {
      if (!isDuplicate(error)) throw error
    }
    const held = await claims.findOne({ _id: id })
    if (held && held.expiresAt.getTime() > Date.now()) return held
  }
  throw unavailable('this Idempotency-Key is in use right now; retry in a moment')
}

/** Writes what the claim stands for; may be done by several at once. */
async function finish(
  { figures, graphs, claims }: Collections,
  record: GraphRecord,
  packed: PackedFigure,
  claim: ClaimDoc,
): Promise<void> {
  const { graphId, createdAt } = claim
  const { _id, ...fields } = toFigureDoc(graphId, packed)
  await ignoringDuplicates(figures.updateOne({ _id }, { $set: fields }, { upsert: true }))
  await ignoringDuplicates(graphs.insertOne(toGraphDoc({ ...record, graphId, createdAt }, claim._id)))
  const closed = await claims.updateOne(
    { _id: claim._id, graphId, state: 'open' },
    { $set: { state: 'stored' } },
  )
  if (closed.modifiedCount === 1) return
  const now = await claims.findOne({ _id: claim._id })
  if (now?.graphId !== graphId || now.state !== 'removed') return
  await graphs.deleteOne({ _id: graphId })
  await figures.deleteOne({ _id: graphId })
}

async function ignoringDuplicates(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}
