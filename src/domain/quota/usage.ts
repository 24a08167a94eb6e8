/** Counters of what accounts have used, kept as records in the store so that all gateways share them. */

import { unavailable } from '../../errors/errors.ts'
import type { Records } from '../ports.ts'

export interface Usage {
  readonly used: number
}

/** How many gateways may change the same counter at once. */
const attempts = 50

/** Zero if nothing has been counted yet. */
export const usedBy = async (records: Records<Usage>, id: string): Promise<number> =>
  (await records.get(id))?.used ?? 0

/** Adds `change` to a counter atomically. The counter never falls below zero. */
export async function addUsage(
  records: Records<Usage>,
  id: string,
  change: number,
  meta: { readonly owner?: string; readonly expiresAt?: Date } = {},
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const usage = await records.get(id)
    const used = Math.max(0, (usage?.used ?? 0) + change)
    if (!usage) {
      if (await records.insert(id, { used }, meta)) return
    } else if (await records.update(id, { used }, { used: usage.used })) return
  }
  throw unavailable('what this account uses could not be counted; retry')
}
