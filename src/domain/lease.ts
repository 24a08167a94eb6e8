/** One process at a time: whoever holds the lease of a name does its work; others take over once it has expired. */

import { randomUUID } from 'node:crypto'
import type { Store } from './ports.ts'

interface LeaseRecord {
  readonly holder: string
  readonly since: string
}

/**
 * Takes the lease, or renews it where this process holds it; false while another does. Work that is done twice must
 * do no harm: a process that was stopped for longer than `forMs` goes on where it was.
 */
export type TakeLease = () => Promise<boolean>

/** A lease is a record that expires: of many who insert it, one does. Renew it well before `forMs` have passed. */
export function createLease(store: Pick<Store, 'records'>, name: string, forMs: number): TakeLease {
  const records = store.records<LeaseRecord>('leases')
  const holder = randomUUID()
  return async () => {
    const now = Date.now()
    const value = { holder, since: new Date(now).toISOString() }
    const expiresAt = new Date(now + forMs)
    if (await records.insert(name, value, { expiresAt })) return true
    return (await records.update(name, value, { holder })) && (await records.expire(name, expiresAt))
  }
}
