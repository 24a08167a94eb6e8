/** Small records in the embedded store: JSON objects in one table. */

import type { Records } from '../../domain/ports.ts'
import type { Connections } from './connections.ts'

export function createRecords<T extends object>(
  { writer, reader, here }: Connections,
  name: string,
): Records<T> {
  return {
    insert: (id, value, meta = {}) =>
      writer.call(
        'recordInsert',
        name,
        id,
        JSON.stringify(value),
        meta.owner ?? null,
        meta.expiresAt?.getTime() ?? null,
      ),

    async get(id) {
      const row = here(reads => reads.record(name, id, Date.now()))
      return row ? JSON.parse(row.value) : null
    },

    update: (id, change, expect) =>
      writer.call(
        'recordUpdate',
        name,
        id,
        JSON.stringify(change),
        expect === undefined ? null : JSON.stringify(expect),
      ),

    expire: (id, at) => writer.call('recordExpire', name, id, at.getTime()),

    async take(id) {
      const value = await writer.call('recordTake', name, id)
      return value === null ? null : JSON.parse(value)
    },

    delete: id => writer.call('recordDelete', name, id),

    async list(owner) {
      const rows = await reader.call('recordList', name, owner ?? null, Date.now())
      return rows.map(row => ({ id: row.id, value: JSON.parse(row.value) }))
    },
  }
}
