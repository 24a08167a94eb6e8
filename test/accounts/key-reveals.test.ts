import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { NewApiKey } from '../../src/accounts/api-keys/api-key.ts'
import { createKeyReveals, type KeyReveals } from '../../src/accounts/key-reveals.ts'
import { newKeySecret, newToken } from '../../src/accounts/secret.ts'
import { eventually } from '../support/eventually.ts'
import { useTestStore } from '../support/store.ts'

const opened = useTestStore()
let keyReveals: KeyReveals
let session = ''
let made = 0

const make = async (): Promise<NewApiKey> => {
  made += 1
  return { key: { keyId: `key-${made}`, name: 'report' }, secret: newKeySecret() } as NewApiKey
}

beforeAll(() => {
  keyReveals = createKeyReveals(opened.store)
})
beforeEach(() => {
  session = newToken()
  made = 0
})

describe('a form that is sent twice', () => {
  test('makes one key, which the answer to each of them shows', async () => {
    const idempotencyKey = keyReveals.newIdempotencyKey()
    const elsewhere = createKeyReveals(opened.store)
    await Promise.all([
      keyReveals.once(session, idempotencyKey, make),
      elsewhere.once(session, idempotencyKey, make),
    ])
    expect(made).toBe(1)
    const [one, two] = [
      await keyReveals.receive(session, idempotencyKey),
      await elsewhere.receive(session, idempotencyKey),
    ]
    expect(one).toMatchObject({ keyId: 'key-1', name: 'report' })
    expect(two).toEqual(one)
  })

  test('whose answer comes before the work is done waits for it', async () => {
    const idempotencyKey = keyReveals.newIdempotencyKey()
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = keyReveals.once(session, idempotencyKey, async () => {
      begun.resolve()
      await finish.promise
      return make()
    })
    await begun.promise
    const shown = keyReveals.receive(session, idempotencyKey)
    finish.resolve()
    await first
    expect(await shown).toMatchObject({ keyId: 'key-1' })
  })

  test('can be corrected after a fault', async () => {
    const idempotencyKey = keyReveals.newIdempotencyKey()
    await expect(
      keyReveals.once(session, idempotencyKey, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no')
    await keyReveals.once(session, idempotencyKey, make)
    expect(await keyReveals.receive(session, idempotencyKey)).toMatchObject({ keyId: 'key-1' })
  })
})

describe('a new key on its way', () => {
  test('is received by its own session alone', async () => {
    const idempotencyKey = keyReveals.newIdempotencyKey()
    await keyReveals.once(session, idempotencyKey, make)
    expect(await keyReveals.receive(newToken(), idempotencyKey)).toBeNull()
    expect(await keyReveals.receive(session, keyReveals.newIdempotencyKey())).toBeNull()
    expect(await keyReveals.receive(session, 'nonsense')).toBeNull()
  })

  test('lies in the store sealed', async () => {
    const idempotencyKey = keyReveals.newIdempotencyKey()
    await keyReveals.once(session, idempotencyKey, make)
    const stored = JSON.stringify(await opened.store.records('handovers').list())
    const received = await keyReveals.receive(session, idempotencyKey)
    expect(received?.secret).toMatch(/^pg_/)
    for (const secret of [received?.secret ?? '', session, 'report']) expect(stored).not.toContain(secret)
  })

  test('is shown for seconds and then never again', async () => {
    const start = Date.now()
    const early = createKeyReveals(opened.store, { now: () => start - 6_000 })
    const idempotencyKey = early.newIdempotencyKey()
    await early.once(session, idempotencyKey, make)
    // First shown "6 s ago": four are left.
    expect(await early.receive(session, idempotencyKey)).not.toBeNull()
    await eventually('it is gone', async () => (await early.receive(session, idempotencyKey)) === null)
  })
})
