/**
 * Stores a graph without transactions. The figure is written first, then the graph, which makes it visible. A crash in
 * between leaves a figure that nobody can reach, and a sweep removes it.
 *
 * With an Idempotency-Key, a claim is written before both. It contains the graph_id, so a repeated request that finds the
 * claim open (the first request is still running, or its process died) writes the same graph with the same id, which is
 * idempotent. A deletion marks the claim as removed before it removes the graph, so that a request that is still writing
 * sees the mark afterwards and undoes its writes.
 */

import type { Figure } from '../../domain/figure/text.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { IdempotencyClaim, InsertOutcome } from '../../domain/ports.ts'
import { unavailable } from '../../errors/errors.ts'
import { isLarge, type PackedFigure, packFigure, packLargeFigure } from '../figure-codec.ts'
import { type LayoutPrefix, trimFigure } from '../layout-prefix.ts'
import type { Connection } from './connection/connection.ts'
import { isDuplicate } from './connection/errors.ts'
import { type ClaimDoc, type Collections, type GraphDoc, toGraphDoc } from './documents/documents.ts'
import { insertFigure, putFigure } from './figures.ts'
import { removeFiles } from './remove.ts'
import { adjustTotal } from './totals.ts'

/** How often a claim is read again after a concurrent change. */
const attempts = 5

export function createInsert({ use }: Connection, prefix: LayoutPrefix | null) {
  return async (record: GraphRecord, figure: Figure, claim?: IdempotencyClaim): Promise<InsertOutcome> => {
    const trimmed = trimFigure(figure, prefix)
    const packed = isLarge(trimmed) ? await packLargeFigure(trimmed) : packFigure(trimmed)
    return use(collections =>
      claim ? insertClaimed(collections, record, packed, claim) : insertPlain(collections, record, packed),
    )
  }
}

async function insertPlain(
  collections: Collections,
  record: GraphRecord,
  packed: PackedFigure,
): Promise<InsertOutcome> {
  const [makeSureOfFigure] = await Promise.all([
    insertFigure(collections, record.graphId, packed),
    adjustTotal(collections, record.accountId, 1),
  ])
  await collections.graphs.insertOne(toGraphDoc(record, null))
  await makeSureOfFigure()
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

/** Returns the existing claim, or inserts ours if there is none or it has expired. */
async function takeClaim(
  { claims }: Collections,
  { graphId, createdAt }: GraphRecord,
  { id, bodyHash, expiresAt }: IdempotencyClaim,
): Promise<ClaimDoc> {
  const fields = { bodyHash, graphId, createdAt, expiresAt, state: 'open' } as const
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      // A claim that has not expired does not match, and the upsert then fails with a duplicate key.
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

/** Writes the graph of a claim. Several processes may do this at once. */
async function finish(
  collections: Collections,
  record: GraphRecord,
  packed: PackedFigure,
  claim: ClaimDoc,
): Promise<void> {
  const { graphs, claims } = collections
  const { graphId, createdAt } = claim
  const { accountId } = record
  const [makeSureOfFigure] = await Promise.all([
    putFigure(collections, graphId, packed),
    adjustTotal(collections, accountId, 1),
  ])
  const doc = toGraphDoc({ ...record, graphId, createdAt }, claim._id)
  if (!(await insertOnce(graphs, doc))) await adjustTotal(collections, accountId, -1)
  await makeSureOfFigure()
  const closed = await claims.updateOne(
    { _id: claim._id, graphId, state: 'open' },
    { $set: { state: 'stored' } },
  )
  if (closed.modifiedCount === 1) return
  const now = await claims.findOne({ _id: claim._id })
  if (now?.graphId !== graphId || now.state !== 'removed') return
  const { deletedCount } = await graphs.deleteOne({ _id: graphId })
  await adjustTotal(collections, accountId, -deletedCount)
  await removeFiles(collections, [graphId])
}

/** Returns false if the document exists already. */
async function insertOnce(graphs: Collections['graphs'], doc: GraphDoc): Promise<boolean> {
  try {
    await graphs.insertOne(doc)
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}
