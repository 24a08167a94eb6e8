import { beforeEach, describe, expect, test } from '@jest/globals'
import { createKeyCache, type KeyCache } from '../../../src/accounts/api-keys/key-cache.ts'
import { fingerprint, type KeyRecord } from '../../../src/accounts/api-keys/key-record.ts'
import { accountIdOf } from '../../../src/domain/ids.ts'
import type { Records } from '../../../src/domain/ports.ts'

const key = fingerprint('a key')
const another = { ...fingerprint('another'), keyId: key.keyId }

const record = (change: Partial<KeyRecord> = {}): KeyRecord => ({
  accountId: accountIdOf('ada'),
  name: 'report',
  prefix: 'pg_a',
  scopes: ['graphs:write'],
  digest: key.digest.toString('base64url'),
  createdAt: new Date(0).toISOString(),
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  rotatedTo: null,
  ...change,
})

/** What the store has, each read of it answered when the test says so. */
let stored: KeyRecord | null
let reads: (() => void)[]
let time: number
let cache: KeyCache

beforeEach(() => {
  stored = record()
  reads = []
  time = 1_000_000
  const get = () => {
    const found = stored
    return new Promise<KeyRecord | null>(resolve => reads.push(() => resolve(found)))
  }
  cache = createKeyCache({ get } as unknown as Records<KeyRecord>, () => time)
})

/** Whether the key is known, all reads that it asked for being answered. */
async function isKnown(): Promise<boolean> {
  const found = cache.find(key)
  for (const answer of reads.splice(0)) answer()
  return (await found) !== null
}

describe('a key in memory', () => {
  test('is read once for all who ask at a time, and not again for two seconds', async () => {
    const found = [cache.find(key), cache.find(key)]
    expect(reads).toHaveLength(1)
    reads.splice(0)[0]?.()
    expect(await Promise.all(found)).toMatchObject([{ accountId: 'ada' }, { accountId: 'ada' }])
    time += 2_000
    expect(cache.find(key)).toMatchObject({ accountId: 'ada' })
    expect(reads).toHaveLength(0)
  })

  test('is read anew behind a request after two seconds, and before it after four and a half', async () => {
    await isKnown()
    stored = record({ revokedAt: new Date().toISOString() })
    time += 2_001
    // Believed once more, while it is being read.
    expect(cache.find(key)).toMatchObject({ accountId: 'ada' })
    expect(reads).toHaveLength(1)
    reads.splice(0)[0]?.()
    await new Promise(setImmediate)
    expect(await isKnown()).toBe(false)

    stored = record()
    expect(await isKnown()).toBe(true)
    stored = null
    time += 4_500
    expect(cache.find(key)).toMatchObject({ accountId: 'ada' })
    time += 1
    expect(await isKnown()).toBe(false)
  })

  test('ends with its expiry, however lately it was read', async () => {
    stored = record({ expiresAt: new Date(time + 1_000).toISOString() })
    expect(await isKnown()).toBe(true)
    time += 1_000
    expect(await isKnown()).toBe(false)
  })

  test('is not known by another secret of the same id', async () => {
    await isKnown()
    const found = cache.find(another)
    for (const answer of reads.splice(0)) answer()
    expect(await found).toBeNull()
    expect(await isKnown()).toBe(true)
  })
})

describe('a key that is revoked while it is being read', () => {
  test('is not remembered as it was before', async () => {
    const under = cache.find(key)
    stored = null
    cache.forget(key.keyId)
    for (const answer of reads.splice(0)) answer()
    await under
    expect(await isKnown()).toBe(false)
  })

  test('is read again for who asks from then on', async () => {
    const under = cache.find(key)
    stored = null
    cache.forget(key.keyId)
    const later = cache.find(key)
    expect(reads).toHaveLength(2)
    for (const answer of reads.splice(0)) answer()
    expect(await later).toBeNull()
    await under
  })
})
