/** Writing what a backup holds: each in place of what has its id, a graph also of its artifacts. */

import type { DumpItem, PortableStore } from '../backup/dump.ts'
import type { Connection } from './connection.ts'
import { type Collections, type RecordDoc, schemaVersion, toGraphDoc } from './documents.ts'
import { putFigure } from './figures.ts'
import type { Prefixes } from './prefixes.ts'
import { toFields } from './record-fields.ts'
import { forgetTotals } from './totals.ts'

type Item<K extends DumpItem['kind']> = Extract<DumpItem, { kind: K }>

/** How many figures are on their way to the server at a time. */
const atOnce = 16

export const createLoad =
  ({ use }: Connection, prefixes: Prefixes): PortableStore['load'] =>
  items =>
    use(async collections => {
      const of = <K extends DumpItem['kind']>(kind: K) =>
        items.filter((item): item is Item<K> => item.kind === kind)
      for (const { prefix } of of('layoutPrefix')) await prefixes.put(prefix)
      await loadGraphs(collections, of('graph'))
      await loadRecords(collections, of('record'))
    })

async function loadGraphs(collections: Collections, items: readonly Item<'graph'>[]): Promise<void> {
  if (items.length === 0) return
  const { graphs, artifacts } = collections
  await artifacts.deleteMany({ graphId: { $in: items.map(item => item.record.graphId) } })
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce)
    await Promise.all(some.map(({ record, figure }) => putFigure(collections, record.graphId, figure)))
  }
  await graphs.bulkWrite(
    items.map(({ record }) => {
      const { _id, ...replacement } = toGraphDoc(record, null)
      return { replaceOne: { filter: { _id }, replacement, upsert: true } }
    }),
    { ordered: false },
  )
  await forgetTotals(
    collections,
    items.map(item => item.record.accountId),
  )
}

/** The order of insertion, which lists keep to. */
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
