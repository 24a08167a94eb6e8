/** The keys in use, in memory: a request costs a hash and a look, the store is asked every few seconds. */

import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../domain/actor.ts'
import type { KeyId } from '../../domain/ids.ts'
import type { Records } from '../../domain/ports.ts'
import { actorOf, type Fingerprint, isActive, type KeyRecord } from './key-record.ts'

const maxKeys = 10_000

/** From this age an entry is read anew behind the request's back. */
const refreshMs = 2_000
/** Beyond this age it is not believed: revocations are effective within 5 s on every gateway (contract). */
const believedMs = 4_500

interface Entry {
  readonly digest: Buffer
  readonly actor: Actor
  readonly expiresAt: number
  readonly readAt: number
}

export interface KeyCache {
  /** Who holds that key; null when it is unknown, revoked or expired. At once when memory knows. */
  find(key: Fingerprint): Actor | Promise<Actor | null>
  forget(keyId: KeyId): void
}

/** An unknown key is not remembered, so that a new one works at once everywhere. */
export function createKeyCache(records: Records<KeyRecord>, now: () => number): KeyCache {
  const entries = new LRUCache<string, Entry>({ max: maxKeys })
  const reading = new Map<string, Promise<Entry | null>>()
  let forgotten = 0

  async function read(keyId: KeyId): Promise<Entry | null> {
    const readAt = now()
    const before = forgotten
    const record = await records.get(keyId)
    if (!record || !isActive(record, now())) {
      entries.delete(keyId)
      return null
    }
    const entry: Entry = {
      digest: Buffer.from(record.digest, 'base64url'),
      actor: actorOf(keyId, record),
      expiresAt: record.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(record.expiresAt),
      readAt,
    }
    // A key was revoked meanwhile: what was read may be older than that.
    if (forgotten === before) entries.set(keyId, entry)
    return entry
  }

  /** One read of a key at a time, however many ask. */
  function readOnce(keyId: KeyId): Promise<Entry | null> {
    const under = reading.get(keyId)
    if (under) return under
    const fresh = read(keyId).finally(() => {
      if (reading.get(keyId) === fresh) reading.delete(keyId)
    })
    reading.set(keyId, fresh)
    return fresh
  }

  const matches = (entry: Entry, digest: Buffer) => timingSafeEqual(entry.digest, digest)

  return {
    find({ keyId, digest }) {
      const entry = entries.get(keyId)
      const age = entry ? now() - entry.readAt : Number.POSITIVE_INFINITY
      if (!entry || age > believedMs || entry.expiresAt <= now()) {
        return readOnce(keyId).then(read => (read && matches(read, digest) ? read.actor : null))
      }
      // A store that is away shows when the entry is no longer believed.
      if (age > refreshMs) readOnce(keyId).catch(() => undefined)
      return matches(entry, digest) ? entry.actor : readOnce(keyId).then(() => null)
    },

    forget(keyId) {
      forgotten += 1
      entries.delete(keyId)
      reading.delete(keyId)
    },
  }
}
