/** Reading and writing all of a database, for backups. */

import type { DumpItem, PortableStore } from '../backup/dump.ts'
import type { Connection } from './connection.ts'
import type { Collections } from './documents.ts'
import {
  fromFigureDoc,
  fromGraphDoc,
  type GraphDoc,
  type RecordDoc,
  schemaVersion,
  toGraphDoc,
} from './documents.ts'
import { checkSize } from './errors.ts'
import type { Prefixes } from './prefixes.ts'
import { fromRecordDoc, toFields } from './record-fields.ts'
import { isEmpty } from './schema.ts'

type GraphItem = Extract<DumpItem, { kind: 'graph' }>

/** Figures held in memory at a time. */
const step = 20

export function createDump(
  { use }: Connection,
  prefixes: Prefixes,
): Pick<PortableStore, 'dump' | 'load' | 'isEmpty'> {
  return {
    async *dump() {
      const told = new Set<string>()
      for (let from = ''; ; ) {
        const docs = await use(({ graphs }) =>
          graphs
            .find({ _id: { $gt: from } })
            .sort({ _id: 1 })
            .limit(step)
            .toArray(),
        )
        for (const item of await use(collections => withFigures(collections, docs))) {
          const id = item.figure.layoutPrefix
          if (id !== null && !told.has(id)) {
            yield { kind: 'layoutPrefix', prefix: { id, text: await prefixes.text(id) } }
            told.add(id)
          }
          yield item
        }
        const last = docs.at(-1)
        if (!last || docs.length < step) break
        from = last._id
      }
      // In each collection the oldest first, by the index of its lists.
      const records = await use(({ records }) =>
        records.find().sort({ collection: -1, createdAt: 1, order: 1 }).toArray(),
      )
      for (const doc of records) {
        const { _id, collection, owner, expiresAt } = doc
        const value = JSON.stringify(fromRecordDoc(doc))
        yield { kind: 'record', collection, id: _id.slice(collection.length + 1), owner, expiresAt, value }
      }
    },

    load: items =>
      use(async collections => {
        for (const item of items) {
          if (item.kind === 'graph') await loadGraph(collections, item)
          else if (item.kind === 'layoutPrefix') await prefixes.put(item.prefix)
          else await loadRecord(collections, item)
        }
      }),

    isEmpty: () => use(isEmpty),
  }
}

/** Without those that are being deleted at this moment. */
async function withFigures({ figures }: Collections, docs: readonly GraphDoc[]): Promise<GraphItem[]> {
  const found = await figures.find({ _id: { $in: docs.map(doc => doc._id) } }).toArray()
  const byId = new Map(found.map(doc => [doc._id, fromFigureDoc(doc)]))
  return docs.flatMap(doc => {
    const figure = byId.get(doc._id)
    return figure ? [{ kind: 'graph' as const, record: fromGraphDoc(doc), figure }] : []
  })
}

async function loadGraph(
  { graphs, figures, artifacts }: Collections,
  { record, figure }: GraphItem,
): Promise<void> {
  checkSize(`figure of graph ${record.graphId}`, figure.body.byteLength)
  const { _id, ...graph } = toGraphDoc(record, null)
  await artifacts.deleteMany({ graphId: _id })
  await figures.updateOne({ _id }, { $set: { ...figure, writtenAt: new Date() } }, { upsert: true })
  await graphs.updateOne({ _id }, { $set: graph }, { upsert: true })
}

let loaded = 0

async function loadRecord(
  { records }: Collections,
  { collection, id, owner, expiresAt, value }: Extract<DumpItem, { kind: 'record' }>,
): Promise<void> {
  const fields: Omit<RecordDoc, '_id'> = {
    schema: schemaVersion,
    collection,
    owner,
    expiresAt,
    createdAt: new Date(),
    order: ++loaded,
    value: toFields(JSON.parse(value)),
  }
  await records.updateOne({ _id: `${collection}/${id}` }, { $set: fields }, { upsert: true })
}
