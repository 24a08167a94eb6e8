/** Writes the items of a backup, replacing existing ones with the same id. A graph also replaces its artifacts. */

import type { VersionStamp } from '../../../domain/graph/graph.ts'
import type { GraphId } from '../../../domain/ids.ts'
import type { DumpItem, PortableStore } from '../../portable-store.ts'
import type { Connection } from '../connection/connection.ts'
import {
  type Collections,
  type RecordDoc,
  schemaVersion,
  toGraphDoc,
  toWarnings,
} from '../documents/documents.ts'
import { toFields } from '../documents/record-fields.ts'
import { putFigure } from '../figures.ts'
import type { Prefixes } from '../prefixes.ts'
import { removeFiles } from '../remove.ts'
import { forgetTotals } from '../totals.ts'

type Item<K extends DumpItem['kind']> = Extract<DumpItem, { kind: K }>

/** How many figures are sent to the server at a time. */
const atOnce = 16

export const createLoad =
  ({ use }: Connection, prefixes: Prefixes): PortableStore['load'] =>
  async batches => {
    for await (const items of batches) await use(collections => loadBatch(collections, prefixes, items))
  }

async function loadBatch(
  collections: Collections,
  prefixes: Prefixes,
  items: readonly DumpItem[],
): Promise<void> {
  const of = <K extends DumpItem['kind']>(kind: K) =>
    items.filter((item): item is Item<K> => item.kind === kind)
  for (const { prefix } of of('layoutPrefix')) await prefixes.put(prefix)
  await loadGraphs(collections, of('graph'))
  for (const item of of('pastFigure')) await loadPastFigure(collections, item)
  await loadAppends(collections, of('append'))
  await loadRecords(collections, of('record'))
}

async function loadGraphs(collections: Collections, items: readonly Item<'graph'>[]): Promise<void> {
  if (items.length === 0) return
  const { graphs } = collections
  await removeFiles(
    collections,
    items.map(item => item.record.graphId),
  )
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce)
    await Promise.all(
      some.map(({ record: { graphId }, figure, base }) =>
        putFigure(collections, graphId, figure, idAt(graphId, base)),
      ),
    )
  }
  await graphs.bulkWrite(
    items.map(({ record, base }) => {
      const { _id, ...graph } = toGraphDoc(record, null)
      const replacement = base.version === 1 ? graph : { ...graph, figure: { id: idAt(_id, base), ...base } }
      return { replaceOne: { filter: { _id }, replacement, upsert: true } }
    }),
    { ordered: false },
  )
  await forgetTotals(
    collections,
    items.map(item => item.record.accountId),
  )
}

/** The id of the figure that a version is based on. */
const idAt = (graphId: GraphId, { version }: VersionStamp): string =>
  version === 1 ? graphId : `${graphId}@${version}`

/** To be called after the graph is loaded. */
async function loadPastFigure(collections: Collections, item: Item<'pastFigure'>): Promise<void> {
  const { graphs } = collections
  const { graphId, at, title, traceTypes, warnings, figure } = item
  const id = idAt(graphId, at)
  await putFigure(collections, graphId, figure, id)
  const past = { id, ...at, title: title?.toWellFormed() ?? null, traceTypes, warnings: toWarnings(warnings) }
  const doc = await graphs.findOne({ _id: graphId }, { projection: { past: 1 } })
  const all = [...(doc?.past ?? []), past].sort((a, b) => b.version - a.version)
  await graphs.updateOne({ _id: graphId }, { $set: { past: all } })
}

async function loadAppends({ appends }: Collections, items: readonly Item<'append'>[]): Promise<void> {
  if (items.length === 0) return
  await appends.bulkWrite(
    items.map(({ graphId, at: { version, createdAt }, body }) => {
      const replacement = {
        graphId,
        writer: 'backup',
        first: version,
        last: version,
        createdAt,
        bytes: body.byteLength,
        segments: [{ body, createdAt }],
      }
      return { replaceOne: { filter: { _id: `${graphId}@${version}` }, replacement, upsert: true } }
    }),
    { ordered: false },
  )
}

/** The order of insertion, which lists preserve. */
let loaded = 0

async function loadRecords({ records }: Collections, items: readonly Item<'record'>[]): Promise<void> {
  if (items.length === 0) return
  await records.bulkWrite(
    items.map(({ collection, id, owner, expiresAt, value }) => {
      const replacement: Omit<RecordDoc, '_id'> = {
        schema: schemaVersion,
        collection,
        owner,
        expiresAt,
        createdAt: new Date(),
        order: ++loaded,
        value: toFields(JSON.parse(value)),
      }
      return { replaceOne: { filter: { _id: `${collection}/${id}` }, replacement, upsert: true } }
    }),
    { ordered: false },
  )
}
