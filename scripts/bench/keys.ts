/**
 * What checking an API key costs a request, on the embedded store: for a key in use, a thousand keys in use, a key that
 * is not in memory yet, an invented key and a mistyped one.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeys } from '../../src/accounts/api-keys/keys.ts'
import { newKeySecret } from '../../src/accounts/secret.ts'
import { scopes } from '../../src/domain/actor.ts'
import { accountIdOf, sessionIdOf } from '../../src/domain/ids.ts'
import { openStore } from '../../src/storage/open.ts'
import { type Measurement, percentile, type Row } from './measure.ts'

const checks = 200_000
const refusedChecks = 5_000
const warmUp = 20_000
const accounts = 20
const keysOfAccount = 50

type Keys = ReturnType<typeof createKeys>

export async function measureKeys(): Promise<Measurement> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
  const store = await openStore({ mongodbUrl: null, dataDir })
  const keys = createKeys(store)
  const fresh = createKeys(store)
  try {
    const used = await createHeaders(keys)
    const invented = Array.from({ length: 1000 }, () => `Bearer ${newKeySecret()}`)
    const mistyped = `${used[0]!.slice(0, -1)}-`
    const check = (header: string) => keys.authenticate(header)
    const refuse = (header: string) => check(header).catch(() => undefined)
    const rows = [
      ...(await measure('a key in use', checks, () => check(used[0]!), { goal: '< 20' })),
      ...(await measure('1,000 keys in use', checks, round => check(used[round % used.length]!))),
      ...(await measure('first use: read from the store', used.length, at => fresh.authenticate(used[at]!), {
        cold: true,
      })),
      ...(await measure('invented, with a checksum that fits', refusedChecks, round =>
        refuse(invented[round % invented.length]!),
      )),
      ...(await measure('mistyped', refusedChecks, () => refuse(mistyped))),
    ]
    return { name: 'keys', rows, missing: [] }
  } finally {
    await Promise.all([keys.close(), fresh.close()])
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function createHeaders(keys: Keys): Promise<readonly string[]> {
  const headers: string[] = []
  for (let account = 0; account < accounts; account++) {
    const actor = {
      accountId: accountIdOf(`account-${account}`),
      scopes: new Set(scopes),
      credential: { kind: 'session', id: sessionIdOf('') },
    } as const
    const names = Array.from({ length: keysOfAccount }, (_, index) => `key ${index}`)
    const made = await Promise.all(names.map(name => keys.create(actor, { name })))
    headers.push(...made.map(({ secret }) => `Bearer ${secret}`))
  }
  return headers
}

/** The wall time of each check, and the processor time of all of them, which other programs hardly change. */
async function measure(
  what: string,
  rounds: number,
  check: (round: number) => Promise<unknown>,
  { goal, cold = false }: { readonly goal?: string; readonly cold?: boolean } = {},
): Promise<Row[]> {
  for (let round = 0; !cold && round < warmUp; round++) await check(round)
  const took: number[] = []
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await check(round)
    took.push((performance.now() - begun) * 1000)
  }
  const { user, system } = process.cpuUsage(before)
  took.sort((a, b) => a - b)
  return [
    { what: `${what}, p50`, value: percentile(took, 0.5), unit: 'µs', ...(goal && { goal }) },
    { what: `${what}, p99`, value: percentile(took, 0.99), unit: 'µs' },
    { what: `${what}, processor time`, value: (user + system) / rounds, unit: 'µs' },
  ]
}
