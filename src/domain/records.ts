/** Changes of records in several calls. They are not atomic. */

import type { Records } from './ports.ts'

/** Stores a record in place of the one with this id, if there is one, and lets it expire at the given time. */
export async function upsert<T extends object>(
  records: Records<T>,
  id: string,
  value: T,
  expiresAt: Date,
): Promise<void> {
  if (await records.insert(id, value, { expiresAt })) return
  await records.update(id, value)
  await records.expire(id, expiresAt)
}

/** Deletes the records of an owner, except those that are inserted meanwhile. */
export async function deleteAll<T extends object>(records: Records<T>, owner: string): Promise<void> {
  for (const { id } of await records.list(owner)) await records.delete(id)
}
