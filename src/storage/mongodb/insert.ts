/**
 * Storing a graph without transactions. The figure goes first, then the graph, which makes it visible: a crash
 * in between leaves a figure that nobody can reach and a sweep removes.
 *
 * Under an Idempotency-Key a claim goes before both. It names the graph_id, so whoever comes with the same key
 * and finds it open (its maker is still at work, or died) writes the same graph under the same id; writing it
 * twice is writing it once. A deletion marks the claim before it removes the graph: who was still writing finds
 * that mark afterwards and takes back what it wrote.
 */

import type { Figure } from '../../domain/figure/text.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { IdempotencyClaim, InsertOutcome } from '../../domain/ports.ts'
import { unavailable } from '../../errors/errors.ts'
import { isLarge, type PackedFigure, packFigure, packLargeFigure } from '../figure-codec.ts'
import { type LayoutPrefix, trimFigure } from '../layout-prefix.ts'
import type { Connection } from './connection.ts'
import { type ClaimDoc, type Collections, type GraphDoc, toGraphDoc } from './documents.ts'
import { isDuplicate } from './errors.ts'
import { insertFigure, putFigure } from './figures.ts'
import { removeFiles } from './remove.ts'
import { adjustTotal } from './totals.ts'

/** How often a claim that changes under our hands is looked at again. */
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

/** False where it is there already. */
async function insertOnce(graphs: Collections['graphs'], doc: GraphDoc): Promise<boolean> {
  try {
    await graphs.insertOne(doc)
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}
