/** Small records in MongoDB: JSON objects as texts, changed only where nobody else did meanwhile. */

import type { Filter } from 'mongodb'
import type { Records } from '../../domain/ports.ts'
import { unavailable } from '../../errors/errors.ts'
import { changeRecord } from '../record-change.ts'
import type { Connection } from './connection.ts'
import type { Collections, RecordDoc } from './documents.ts'
import { isDuplicate } from './errors.ts'

/** How often a change is tried again because another was faster. */
const attempts = 50

const tooBusy = () => unavailable('this record is being changed by too many at once; retry in a moment')

let made = 0

export function createRecords<T extends object>({ use, withLock }: Connection, name: string): Records<T> {
  const idOf = (id: string) => `${name}/${id}`
  const living = (): Filter<RecordDoc> => ({
    $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }],
  })
  const one = (id: string): Filter<RecordDoc> => ({ _id: idOf(id), ...living() })

  async function update({ records }: Collections, id: string, change: Partial<T>, expect?: Partial<T>) {
    const changeText = JSON.stringify(change)
    const expectText = expect === undefined ? null : JSON.stringify(expect)
    for (let attempt = 0; attempt < attempts; attempt++) {
      const doc = await records.findOne(one(id))
      const value = doc && changeRecord(doc.value, changeText, expectText)
      if (!doc || value === null) return false
      const { _id, revision } = doc
      const outcome = await records.updateOne({ _id, revision }, { $set: { value, revision: revision + 1 } })
      if (outcome.modifiedCount === 1) return true
    }
    throw tooBusy()
  }

  return {
    insert: (id, value, { owner, expiresAt } = {}) =>
      use(async ({ records }) => {
        await records.deleteOne({ _id: idOf(id), expiresAt: { $lte: new Date() } })
        try {
          await records.insertOne({
            _id: idOf(id),
            collection: name,
            owner: owner ?? null,
            expiresAt: expiresAt ?? null,
            createdAt: new Date(),
            order: ++made,
            value: JSON.stringify(value),
            revision: 0,
          })
          return true
        } catch (error) {
          if (isDuplicate(error)) return false
          throw error
        }
      }),

    get: id =>
      use(async ({ records }) => {
        const doc = await records.findOne(one(id))
        return doc ? JSON.parse(doc.value) : null
      }),

    update: (id, change, expect) =>
      withLock(idOf(id), () => use(collections => update(collections, id, change, expect))),

    expire: (id, at) =>
      use(
        async ({ records }) =>
          (await records.updateOne(one(id), { $set: { expiresAt: at } })).matchedCount === 1,
      ),

    // Read, then removed where nobody was faster: the count of a deletion is true on every server, while
    // FerretDB's findAndModify gives one document to several callers.
    take: id =>
      use(async ({ records }) => {
        for (let attempt = 0; attempt < attempts; attempt++) {
          const doc = await records.findOne(one(id))
          if (!doc) return null
          const { deletedCount } = await records.deleteOne({ _id: doc._id, revision: doc.revision })
          if (deletedCount === 1) return JSON.parse(doc.value)
        }
        throw tooBusy()
      }),

    delete: id => use(async ({ records }) => (await records.deleteOne(one(id))).deletedCount === 1),

    list: owner =>
      use(async ({ records }) => {
        const docs = await records
          .find({ collection: name, ...(owner === undefined ? {} : { owner }), ...living() })
          .sort([
            ['createdAt', -1],
            ['order', -1],
          ])
          .toArray()
        return docs.map(doc => ({ id: doc._id.slice(name.length + 1), value: JSON.parse(doc.value) }))
      }),
  }
}
