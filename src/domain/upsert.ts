/** Records that are written whether there is one already or not. */

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
