/**
 * Passes a new key from the form that creates it to the page that shows it. Only one key is created, however often the form
 * is sent. In between the key is stored encrypted with the session's token, which only the browser has.
 */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyId } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'
import type { NewApiKey } from './api-keys/api-key.ts'
import { isToken, newToken, sha256 } from './secret.ts'
import type { Clock } from './sessions.ts'

/** How long the key is kept for the page. */
const keptMs = 120_000
/** How long the key can be shown again, because after a double click the browser shows the second answer. */
const againMs = 10_000
/** How long the page waits for a form that is still being processed. */
const patienceMs = 5_000

interface KeyRevealRecord {
  /** Null while the key is being created. */
  readonly sealed: string | null
}

export interface KeyReveal {
  readonly secret: string
  readonly keyId: KeyId
  readonly name: string
}

export interface KeyReveals {
  /** A key for one form, which the form sends along. Not a secret, because it is useless without the session. */
  newIdempotencyKey(): string
  /** Calls `make` for the first request with that idempotency key. If it rejects, the next request calls it again. */
  once(session: string, idempotencyKey: string, make: () => Promise<NewApiKey>): Promise<void>
  /** The new key. Null if it was shown already or has expired. */
  receive(session: string, idempotencyKey: string): Promise<KeyReveal | null>
}

export function createKeyReveals(store: Store, { now = Date.now }: Clock = {}): KeyReveals {
  const records = store.records<KeyRevealRecord>('handovers')
  const idOf = (session: string, idempotencyKey: string) => sha256(`${session}:${idempotencyKey}`)

  return {
    newIdempotencyKey: newToken,

    async once(session, idempotencyKey, make) {
      const id = idOf(session, idempotencyKey)
      if (!(await records.insert(id, { sealed: null }, { expiresAt: new Date(now() + keptMs) }))) return
      try {
        const { key, secret } = await make()
        await records.update(id, {
          sealed: seal(session, idempotencyKey, { secret, keyId: key.keyId, name: key.name }),
        })
      } catch (error) {
        await records.delete(id)
        throw error
      }
    },

    async receive(session, idempotencyKey) {
      if (!isToken(idempotencyKey)) return null
      const id = idOf(session, idempotencyKey)
      for (const until = now() + patienceMs; ; await sleep(50)) {
        const record = await records.get(id)
        if (!record) return null
        if (record.sealed !== null) {
          await shorten(id)
          return unseal(session, idempotencyKey, record.sealed)
        }
        if (now() > until) return null
      }
    },
  }

  async function shorten(id: string): Promise<void> {
    const shown = sha256(`shown:${id}`)
    // Only the first time sets the expiry; later ones must not extend it.
    const expiresAt = new Date(now() + againMs)
    if (await records.insert(shown, { sealed: null }, { expiresAt: new Date(now() + keptMs) })) {
      await records.expire(id, expiresAt)
    }
  }
}

const sealKey = (session: string, idempotencyKey: string) =>
  Buffer.from(hkdfSync('sha256', session, idempotencyKey, 'plotgate handover', 32))

function seal(session: string, idempotencyKey: string, reveal: KeyReveal): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey(session, idempotencyKey), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(reveal), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

function unseal(session: string, idempotencyKey: string, sealed: string): KeyReveal {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey(session, idempotencyKey), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
}
