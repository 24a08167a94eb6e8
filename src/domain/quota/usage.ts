/** What accounts have used, as small records of the store: all gateways count together. */

import { unavailable } from '../../errors/errors.ts'
import type { Records } from '../ports.ts'

export interface Usage {
  readonly used: number
}

/** As many gateways may change one account's count at once. */
const attempts = 50

/** Zero where nothing was counted yet. */
export const usedBy = async (records: Records<Usage>, id: string): Promise<number> =>
  (await records.get(id))?.used ?? 0

/** Changes a count by that much, whoever else changes it; it never falls below nothing. */
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
