/** Caches the keys in use, so that a request needs only a hash and a lookup. Entries are refreshed every few seconds. */

import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../domain/actor.ts'
import type { KeyId } from '../../domain/ids.ts'
import type { Records } from '../../domain/ports.ts'
import { actorOf, type Fingerprint, isActive, type KeyRecord } from './key-record.ts'

const maxKeys = 10_000

/** Older entries are refreshed in the background. */
const refreshMs = 2_000
/** Older entries are not used, so that revocations take effect within 5 s on all gateways (contract). */
const trustedMs = 4_500

interface Entry {
  readonly digest: Buffer
  readonly actor: Actor
  readonly expiresAt: number
  readonly readAt: number
}

export interface KeyCache {
  /** The actor of a key; null if it is unknown, revoked or expired. Synchronous if it is cached. */
  find(key: Fingerprint): Actor | Promise<Actor | null>
  forget(keyId: KeyId): void
}

/** Unknown keys are not cached, so that new keys work at once. */
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
    // Not cached if a key was revoked meanwhile, because the result may be older than that.
    if (forgotten === before) entries.set(keyId, entry)
    return entry
  }

  /** Reads a key once for concurrent requests. */
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
      // After a clock was set back, entries seem to be from the future, and are as old as that.
      const age = entry ? Math.abs(now() - entry.readAt) : Number.POSITIVE_INFINITY
      if (!entry || age > trustedMs || entry.expiresAt <= now()) {
        return readOnce(keyId).then(read => (read && matches(read, digest) ? read.actor : null))
      }
      // If the store is unavailable, requests fail only once the entry is too old.
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
