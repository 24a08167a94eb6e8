/**
 * Small records in MongoDB: one document each, with its fields under `value`. Every change is one atomic operation, so that
 * concurrent changes by several gateways are not lost.
 */

import type { Document, Filter } from 'mongodb'
import type { Records } from '../../domain/ports.ts'
import type { Connection } from './connection/connection.ts'
import { isDuplicate } from './connection/errors.ts'
import { type Collections, type RecordDoc, schemaVersion } from './documents/documents.ts'
import { fieldPath, fromRecordDoc, hasFields, toFields, upgradedRecord } from './documents/record-fields.ts'

/** Orders records that this process inserted within a millisecond. */
let made = 0

const newestFirst = [
  ['createdAt', -1],
  ['order', -1],
] as [string, 1 | -1][]

export function createRecords<T extends object>({ use }: Connection, name: string): Records<T> {
  const idOf = (id: string) => `${name}/${id}`
  // Expired records count as absent, although the server removes them only within about a minute.
  const living = () => ({ expiresAt: { $not: { $lte: new Date() } } })
  const one = (id: string): Filter<RecordDoc> => ({ _id: idOf(id), ...living() })

  /** Rewrites a document of an earlier schema version. A concurrent change wins, because it does the same. */
  const upgrade = (doc: RecordDoc) =>
    use(({ records }) => records.updateOne({ _id: doc._id, value: doc.value }, { $set: upgradedRecord(doc) }))

  return {
    insert: (id, value, options) =>
      use(({ records }) => insertRecord(records, { _id: idOf(id), collection: name, value }, options)),

    get: id =>
      use(async ({ records }) => {
        const doc = await records.findOne(one(id))
        return doc && (fromRecordDoc(doc) as T)
      }),

    async update(id, change, expect) {
      const filter = { ...one(id), schema: schemaVersion, ...(expect && hasFields(expect)) }
      const $set = Object.fromEntries(
        Object.entries(toFields(change)).map(([field, value]) => [fieldPath(field), value]),
      )
      const write = () => use(({ records }) => records.updateOne(filter, { $set }))
      if ((await write()).matchedCount === 1) return true
      const earlier = await use(({ records }) => records.findOne(one(id)))
      if (!earlier || earlier.schema === schemaVersion) return false
      await upgrade(earlier)
      return (await write()).matchedCount === 1
    },

    expire: (id, at) =>
      use(
        async ({ records }) =>
          (await records.updateOne(one(id), { $set: { expiresAt: at } })).matchedCount === 1,
      ),

    take: id =>
      use(async ({ records }) => {
        const doc = await records.findOneAndDelete(one(id))
        return doc && (fromRecordDoc(doc) as T)
      }),

    delete: id => use(async ({ records }) => (await records.deleteOne(one(id))).deletedCount === 1),

    list: owner =>
      use(async ({ records }) => {
        const filter: Filter<RecordDoc> & Document = {
          collection: name,
          ...(owner === undefined ? {} : { owner }),
          ...living(),
        }
        const docs = await records.find(filter).sort(newestFirst).toArray()
        return docs.map(doc => ({ id: doc._id.slice(name.length + 1), value: fromRecordDoc(doc) as T }))
      }),
  }
}

/** False if there is such a record, and it has not expired. */
async function insertRecord(
  records: Collections['records'],
  { _id, collection, value }: Pick<RecordDoc, '_id' | 'collection'> & { readonly value: object },
  { owner, expiresAt }: { owner?: string; expiresAt?: Date } = {},
): Promise<boolean> {
  const fields = {
    schema: schemaVersion,
    collection,
    owner: owner ?? null,
    expiresAt: expiresAt ?? null,
    createdAt: new Date(),
    order: ++made,
    value: toFields(value),
  }
  try {
    // A record that has not expired does not match, and the upsert then fails with a duplicate key.
    await records.updateOne({ _id, expiresAt: { $lte: new Date() } }, { $set: fields }, { upsert: true })
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}
