/** Ends all keys of an account. Its sessions are ended before, because they could create further keys meanwhile. */

import type { AccountId } from '../../domain/ids.ts'
import type { Records } from '../../domain/ports.ts'
import { isActive, type KeyRecord } from './key-record.ts'

/** Deletes all keys, so that nothing is remembered of them. */
export async function deleteAllKeys(records: Records<KeyRecord>, accountId: AccountId): Promise<void> {
  await untilNone(
    () => records.list(accountId),
    id => records.delete(id),
  )
}

/** Revokes all keys. They stay in the list of the account. */
export async function revokeAllKeys(
  records: Records<KeyRecord>,
  accountId: AccountId,
  now: number,
): Promise<void> {
  await untilNone(
    async () => (await records.list(accountId)).filter(({ value }) => isActive(value, now)),
    id => records.update(id, { revokedAt: new Date(now).toISOString() }, { revokedAt: null }),
  )
}

/** Until there are none, because a key may make another one just before it ends. */
async function untilNone(
  list: () => Promise<readonly { readonly id: string }[]>,
  end: (id: string) => Promise<unknown>,
): Promise<void> {
  for (let left = await list(); left.length > 0; left = await list()) {
    for (const { id } of left) await end(id)
  }
}
