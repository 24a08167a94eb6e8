/** Reading all of a database, for backups: cursors in the order of ids, a batch of the server's in memory at a time. */

import type { DumpItem, PortableStore } from '../backup/dump.ts'
import type { Connection } from './connection.ts'
import { type Collections, fromGraphDoc } from './documents.ts'
import { toAppError } from './errors.ts'
import { packedFigure } from './figures.ts'
import { createLoad } from './load.ts'
import type { Prefixes } from './prefixes.ts'
import { fromRecordDoc } from './record-fields.ts'
import { isEmpty } from './schema.ts'

/** Documents asked for at a time; the server sends fewer where they are large. */
const batchSize = 1000

export function createDump(
  connection: Connection,
  prefixes: Prefixes,
): Pick<PortableStore, 'dump' | 'load' | 'isEmpty'> {
  return {
    async *dump() {
      const collections = await connection.use(async all => all)
      try {
        yield* dumpGraphs(collections, prefixes)
        yield* dumpRecords(collections)
      } catch (error) {
        throw toAppError(error)
      }
    },
    load: createLoad(connection, prefixes),
    isEmpty: () => connection.use(isEmpty),
  }
}

/** Graphs and figures side by side. One without the other is being made or deleted at this moment, and left out. */
async function* dumpGraphs(collections: Collections, prefixes: Prefixes): AsyncIterable<DumpItem> {
  const told = new Set<string>()
  const figures = collections.figures.find({}, { batchSize }).sort({ _id: 1 })
  let figure = await figures.next()
  for await (const graph of collections.graphs.find({}, { batchSize }).sort({ _id: 1 })) {
    while (figure && figure._id < graph._id) figure = await figures.next()
    if (figure?._id !== graph._id) continue
    const packed = await packedFigure(collections, figure)
    if (!packed) continue
    const id = packed.layoutPrefix
    if (id !== null && !told.has(id)) {
      yield { kind: 'layoutPrefix', prefix: { id, text: await prefixes.text(id) } }
      told.add(id)
    }
    yield { kind: 'graph', record: fromGraphDoc(graph), figure: packed }
  }
  await figures.close()
}

/** In each collection the oldest first, by the index of its lists. */
async function* dumpRecords({ records }: Collections): AsyncIterable<DumpItem> {
  const cursor = records.find({}, { batchSize }).sort({ collection: -1, createdAt: 1, order: 1 })
  for await (const doc of cursor) {
    const { _id, collection, owner, expiresAt } = doc
    const value = JSON.stringify(fromRecordDoc(doc))
    yield { kind: 'record', collection, id: _id.slice(collection.length + 1), owner, expiresAt, value }
  }
}
