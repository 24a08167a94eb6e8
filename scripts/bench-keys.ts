/**
 * Measures what checking an API key costs a request, on the embedded store: for a key in use, a thousand keys in use, a
 * key that is not in memory yet, an invented key and a mistyped one. The goal for a key in use is 20 µs.
 * Usage: node scripts/bench-keys.ts [--checks 200000]
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeys } from '../src/accounts/api-keys/keys.ts'
import { newKeySecret } from '../src/accounts/secret.ts'
import { scopes } from '../src/domain/actor.ts'
import { accountIdOf, sessionIdOf } from '../src/domain/ids.ts'
import { openStore } from '../src/storage/open.ts'
import { scriptOptions } from './script-options.ts'

const { values } = scriptOptions({ options: { checks: { type: 'number', default: 200_000 } } })
const { checks } = values

const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
const store = await openStore({ mongodbUrl: null, dataDir })
const keys = createKeys(store)

/**
 * The wall time of each check, and the processor time of all divided by their number, which other programs do not
 * change.
 */
async function measure(
  what: string,
  rounds: number,
  check: (round: number) => Promise<unknown>,
  warmUp = 20_000,
) {
  for (let round = 0; round < warmUp; round++) await check(round)
  const took = new Float64Array(rounds)
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await check(round)
    took[round] = (performance.now() - begun) * 1000
  }
  const { user, system } = process.cpuUsage(before)
  const micros = (value: number) => `${value.toFixed(1).padStart(6)} µs`
  took.sort()
  const at = (share: number) => micros(took[Math.floor(rounds * share)] ?? 0)
  console.log(
    `${what.padEnd(38)} p50 ${at(0.5)}   p99 ${at(0.99)}   processor ${micros((user + system) / rounds)}`,
  )
}

const headers: string[] = []
for (let account = 0; account < 20; account++) {
  const actor = {
    accountId: accountIdOf(`account-${account}`),
    scopes: new Set(scopes),
    credential: { kind: 'session', id: sessionIdOf('') },
  } as const
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, index) => keys.create(actor, { name: `key ${index}` })),
  )
  headers.push(...made.map(({ secret }) => `Bearer ${secret}`))
}
const refused = () => undefined
const invented = Array.from({ length: 1000 }, () => `Bearer ${newKeySecret()}`)

await measure('a key in use', checks, () => keys.authenticate(headers[0]))
await measure('1,000 keys in use', checks, round => keys.authenticate(headers[round % headers.length]))
const fresh = createKeys(store)
await measure(
  'first use: read from the store',
  headers.length,
  round => fresh.authenticate(headers[round]),
  0,
)
await measure('invented, with a checksum that fits', 5_000, round =>
  keys.authenticate(invented[round % invented.length]).catch(refused),
)
await measure('mistyped', 5_000, () => keys.authenticate(`${headers[0]?.slice(0, -1)}-`).catch(refused))

await Promise.all([keys.close(), fresh.close()])
await store.close()
await rm(dataDir, { recursive: true, force: true })
