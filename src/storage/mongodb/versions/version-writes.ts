/**
 * Changes an existing graph without transactions. The new figure or batch of points is written first, invisible to readers.
 * Then one conditional update of the graph's document makes it the newest version. After a crash in between, a sweep or
 * the next writer removes or completes the change.
 */

import { randomBytes } from 'node:crypto'
import { packSegment } from '../../../domain/figure/append/segment.ts'
import type { GraphId } from '../../../domain/ids.ts'
import type { Append, ChangedGraph, ChangeOutcome, IdempotencyClaim } from '../../../domain/ports.ts'
import type { PackedFigure } from '../../figure-codec.ts'
import { isDuplicate } from '../connection/errors.ts'
import {
  type AppendDoc,
  type Collections,
  type FigureRef,
  type GraphDoc,
  type HeldClaim,
  type PastFigure,
  toRendering,
  toWarnings,
} from '../documents/documents.ts'
import { searchedTitle } from '../documents/searched-title.ts'
import { insertFigure, removeFigures } from '../figures.ts'
import { appendsTo, baseOf, figureOf, newestOf, readClaimed } from './version-reads.ts'
import { prune, recordInClaims } from './version-upkeep.ts'

const pending = { status: 'pending', error: null, omitted: [] } as const

const newName = () => randomBytes(9).toString('base64url')

/** Matches the graph if this is its newest version. First versions have no version field. */
export const atVersion = (doc: Pick<GraphDoc, '_id' | 'version'>) => ({
  _id: doc._id,
  version: doc.version ?? { $exists: false },
})

/** The same, and only if it still has the figure that was read, because points may have been merged into it. */
const asRead = (doc: GraphDoc) => ({
  ...atVersion(doc),
  'figure.id': doc.figure?.id ?? { $exists: false },
})

const held = (claim: IdempotencyClaim | undefined): { claim?: HeldClaim } =>
  claim ? { claim: { id: claim.id, bodyHash: claim.bodyHash, expiresAt: claim.expiresAt } } : {}

/** The replaced figures that versions from `oldest` on are based on. */
function neededPast(past: readonly PastFigure[], base: FigureRef, oldest: number): readonly PastFigure[] {
  if (base.version <= oldest) return []
  const last = past.findIndex(({ version }) => version <= oldest)
  return last === -1 ? past : past.slice(0, last + 1)
}

/** Makes the figure the newest version; with `from`, only if that is the newest. Keeps `kept` older versions. */
export async function replace(
  collections: Collections,
  record: ChangedGraph,
  packed: PackedFigure,
  from: number | null,
  claim: IdempotencyClaim | undefined,
  kept: number,
): Promise<ChangeOutcome> {
  const { graphs } = collections
  const { graphId: _id } = record
  const id = `${_id}@${newName()}`
  const makeSureOfFigure = await insertFigure(collections, _id, packed, id)
  for (;;) {
    const doc = await graphs.findOne({ _id })
    const taken = doc && claim && (await readClaimed(collections, _id, claim.id))
    if (!doc || taken || (from !== null && from !== newestOf(doc))) {
      await removeFigures(collections, _id, [id])
      return { kind: doc ? 'stale' : 'absent' }
    }
    const version = newestOf(doc) + 1
    const figure: FigureRef = { id, version, createdAt: record.updatedAt, ...held(claim) }
    const { title, traceTypes, warnings = [] } = doc
    const all = [{ ...figureOf(doc), title, traceTypes, warnings }, ...(doc.past ?? [])]
    const past = neededPast(all, figure, version - kept)
    const change = {
      version,
      updatedAt: record.updatedAt,
      figure,
      past,
      title: record.title?.toWellFormed() ?? null,
      ...searchedTitle(record),
      traceTypes: record.traceTypes,
      warnings: toWarnings(record.warnings),
      rendering: toRendering(record.rendering),
    }
    const { expiresAt } = record
    const { matchedCount } = await graphs.updateOne(asRead(doc), {
      $set: { ...change, ...(expiresAt && { expiresAt }) },
      ...(expiresAt === null && { $unset: { expiresAt: true } }),
    })
    if (matchedCount === 0) continue
    await makeSureOfFigure()
    await Promise.all([
      recordInClaims(collections, _id, [{ claim, version }]),
      prune(collections, { ...doc, ...change }, version - 1, kept),
      removeFigures(
        collections,
        _id,
        all.filter(each => !past.includes(each)).map(each => each.id),
      ),
    ])
    return { kind: 'changed', version }
  }
}

/** Appends points to version `from`, one new version each. Of concurrent calls one succeeds; the others are `stale`. */
export async function append(
  collections: Collections,
  graphId: GraphId,
  from: number,
  batch: readonly Append[],
  kept: number,
): Promise<ChangeOutcome> {
  const { graphs, appends } = collections
  const doc = await graphs.findOne({ _id: graphId })
  if (!doc) return { kind: 'absent' }
  if (newestOf(doc) !== from) return { kind: 'stale' }
  for (const { claim } of batch)
    if (claim && (await readClaimed(collections, graphId, claim.id))) return { kind: 'stale' }

  const segments = batch.map(({ segment, createdAt, claim }) => ({
    body: packSegment(segment),
    createdAt,
    ...held(claim),
  }))
  const bytes = segments.reduce((sum, { body }) => sum + body.byteLength, 0)
  const own: AppendDoc = {
    _id: `${graphId}@${from + 1}`,
    graphId,
    writer: newName(),
    first: from + 1,
    last: from + batch.length,
    createdAt: new Date(),
    bytes,
    segments,
  }
  try {
    await appends.insertOne(own)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    await finishOther(collections, doc, kept)
    return { kind: 'stale' }
  }
  const change = movedOn(doc, own, kept)
  const { matchedCount } = await graphs.updateOne(atVersion(doc), { $set: change })
  if (matchedCount === 0 && !(await wasFinished(collections, own))) {
    const { deletedCount } = await appends.deleteOne({ _id: own._id, writer: own.writer })
    // Removed with its graph, or with the figure it was appended to.
    return deletedCount === 1 && !(await graphs.findOne({ _id: graphId }, { projection: { _id: 1 } }))
      ? { kind: 'absent' }
      : { kind: 'stale' }
  }
  const dropped = (doc.past ?? []).filter(each => !change.past.includes(each))
  await Promise.all([
    recordInClaims(
      collections,
      graphId,
      batch.map(({ claim }, i) => ({ claim, version: own.first + i })),
    ),
    prune(collections, { ...doc, ...change }, from, kept),
    removeFigures(
      collections,
      graphId,
      dropped.map(each => each.id),
    ),
  ])
  return { kind: 'changed', version: own.last }
}

const movedOn = (doc: GraphDoc, { last, segments }: AppendDoc, kept: number) => ({
  version: last,
  updatedAt: segments.at(-1)?.createdAt ?? doc.createdAt,
  rendering: pending,
  past: neededPast(doc.past ?? [], figureOf(doc), last - kept),
})

/** Completes another writer's append that occupies our version. Its writer may still be running, or may have died. */
async function finishOther({ graphs, appends }: Collections, doc: GraphDoc, kept: number): Promise<void> {
  const other = await appends.findOne({ _id: `${doc._id}@${newestOf(doc) + 1}` })
  if (other) await graphs.updateOne(atVersion(doc), { $set: movedOn(doc, other, kept) })
}

/** Whether another writer has completed our append. */
async function wasFinished(
  { graphs, appends }: Collections,
  { _id, graphId, writer, first }: AppendDoc,
): Promise<boolean> {
  const [doc, mine] = await Promise.all([graphs.findOne({ _id: graphId }), appends.findOne({ _id, writer })])
  const base = doc && baseOf(doc, first)
  return doc !== null && mine !== null && base !== null && appendsTo(doc, base, [mine]).length === 1
}

/** Replaces `base`, and what was appended to it up to the end of a batch, by one figure. False if the base has changed. */
export async function compact(
  collections: Collections,
  graphId: GraphId,
  base: FigureRef,
  to: AppendDoc,
  packed: PackedFigure,
): Promise<boolean> {
  const { graphs, appends } = collections
  const id = `${graphId}@${newName()}`
  const makeSureOfFigure = await insertFigure(collections, graphId, packed, id)
  const doc = await graphs.findOne({ _id: graphId })
  const figure: FigureRef = { id, version: to.last, createdAt: to.segments.at(-1)?.createdAt ?? to.createdAt }
  const { matchedCount } =
    doc && figureOf(doc).id === base.id
      ? await graphs.updateOne(
          { _id: graphId, 'figure.id': doc.figure?.id ?? { $exists: false } },
          { $set: { figure } },
        )
      : { matchedCount: 0 }
  if (matchedCount === 0) {
    await removeFigures(collections, graphId, [id])
    return false
  }
  await makeSureOfFigure()
  await recordInClaims(collections, graphId, [{ claim: base.claim, version: base.version }])
  const compacted = { graphId, first: { $gt: base.version, $lte: to.last } }
  for await (const { first, segments } of appends.find(compacted, { projection: { 'segments.body': 0 } }))
    await recordInClaims(
      collections,
      graphId,
      segments.map(({ claim }, i) => ({ claim, version: first + i })),
    )
  await Promise.all([appends.deleteMany(compacted), removeFigures(collections, graphId, [base.id])])
  return true
}
