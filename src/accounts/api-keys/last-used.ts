/** Records when keys were last used: in memory for each request, written every few seconds and on close. */

import type { KeyId } from '../../domain/ids.ts'
import type { Records } from '../../domain/ports.ts'
import type { KeyRecord } from './key-record.ts'

const flushMs = 10_000
const writesAtOnce = 16
/** The maximum number of pending entries, in case the store is unavailable. */
const maxNoted = 20_000

export interface LastUsed {
  note(keyId: KeyId): void
  /** Writes pending entries. Keeps those that cannot be written. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function createLastUsed(records: Records<KeyRecord>, now: () => number): LastUsed {
  let noted = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function write(entries: readonly (readonly [string, number])[]): Promise<void> {
    const results = await Promise.allSettled(
      entries.map(([keyId, at]) => records.update(keyId, { lastUsedAt: new Date(at).toISOString() })),
    )
    for (const [index, result] of results.entries()) {
      const [keyId, at] = entries[index]!
      if (result.status === 'rejected' && noted.size < maxNoted && !noted.has(keyId)) noted.set(keyId, at)
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = [...noted]
    noted = new Map()
    for (let at = 0; at < batch.length; at += writesAtOnce) await write(batch.slice(at, at + writesAtOnce))
  }

  return {
    note(keyId) {
      if (noted.size < maxNoted || noted.has(keyId)) noted.set(keyId, now())
      if (timer || closed) return
      timer = setTimeout(() => void flush(), flushMs).unref()
    },
    flush,
    async close() {
      closed = true
      await flush()
    },
  }
}
