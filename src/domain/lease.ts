/** Leases: of all processes that share a store, one at a time does a periodic task. Others take over when it dies. */

import { randomUUID } from 'node:crypto'
import type { Store } from './ports.ts'

interface LeaseRecord {
  readonly holder: string
  readonly since: string
}

/**
 * Takes the lease, or renews it if this process holds it. Returns false while another process holds it. The task must
 * tolerate running twice: a process that was suspended for longer than `forMs` resumes without noticing.
 */
export type TakeLease = () => Promise<boolean>

/** The lease is a record that expires, which only one process can insert. Renew it well before `forMs` have passed. */
export function createLease(store: Pick<Store, 'records'>, name: string, forMs: number): TakeLease {
  const records = store.records<LeaseRecord>('leases')
  const holder = randomUUID()
  return async () => {
    const now = Date.now()
    const value = { holder, since: new Date(now).toISOString() }
    const expiresAt = new Date(now + forMs)
    if (await records.insert(name, value, { expiresAt })) return true
    const held = await records.get(name)
    // A lease that begins in the future was taken before the clock was set back, and would last until then.
    const isOver = held !== null && Date.parse(held.since) > now + forMs
    const expected = isOver ? held : { holder }
    return (await records.update(name, value, expected)) && (await records.expire(name, expiresAt))
  }
}
