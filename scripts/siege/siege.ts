/** One service, one polite client, and attacks on it one after the other. */

import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../bench/measure.ts'
import { ask, expect, type Service, startService } from '../service/service.ts'
import { residentMemoryOf } from '../service/usage.ts'
import { attacks, type Target } from './attacks.ts'
import { startAttack } from './thread.ts'

export interface Siege {
  readonly attack: string
  /** The polite client's requests, those that were not answered 200, and their times. */
  readonly asked: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** The most memory of the service during the attack, what it holds at its end, and after a rest; in MiB. */
  readonly peakMiB: number | null
  readonly afterMiB: number | null
  readonly restedMiB: number | null
  /** From the end of the attack until the polite client is answered as before. */
  readonly toNormalMs: number
}

/** How long each attack lasts, and how long the service is left alone after it. */
export interface Lengths {
  readonly seconds: number
  readonly restSeconds: number
}

const everyMs = 25
const normalWithinMs = 20_000

/** Draws nothing: what renders cost under attack is measured by `npm run assault`. */
export async function besiege(
  names: readonly string[],
  lengths: Lengths,
  tell: (siege: Siege) => void = () => {},
): Promise<readonly Siege[]> {
  const service = await startService({ BROWSER_PATH: '/bin/false', RATE_LIMIT: 'off' })
  try {
    const target: Target = {
      url: new URL(service.url),
      large: await create(service, JSON.stringify({ data: [{ name: '<'.repeat(9_900_000), y: [1] }] })),
    }
    const small = await create(service, '{"data": [{"y": [1, 2, 3]}]}')
    const sieges: Siege[] = []
    for (const name of names) {
      const siege = await one(service, target, small, name, lengths)
      tell(siege)
      sieges.push(siege)
    }
    return sieges
  } finally {
    await service.close()
  }
}

async function create(service: Service, body: string): Promise<string> {
  const { graph } = JSON.parse(expect(201, await service.post('/v1/plot', body)).toString())
  return graph.graph_id
}

async function one(
  service: Service,
  target: Target,
  small: string,
  name: string,
  { seconds, restSeconds }: Lengths,
): Promise<Siege> {
  if (!(name in attacks)) throw new Error(`there is ${Object.keys(attacks).join(', ')}, but no ${name}`)
  const agent = new Agent({ keepAlive: true })
  const politely = async () => {
    const begun = performance.now()
    const answer = await ask(agent, 'GET', new URL(`/v1/graph/${small}`, target.url)).catch(() => null)
    return { ms: performance.now() - begun, ok: answer?.status === 200 }
  }
  const before = await politely()
  const usual = Math.max(20, before.ms * 2)

  const endAttack = startAttack(name, target)
  const answers: { ms: number; ok: boolean }[] = []
  let peak = 0
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(everyMs)) {
    answers.push(await politely())
    peak = Math.max(peak, wholeMiB(service.pid) ?? 0)
  }
  await endAttack()

  const ended = performance.now()
  while (performance.now() - ended < normalWithinMs) {
    const { ms, ok } = await politely()
    if (ok && ms <= usual) break
  }
  const toNormalMs = performance.now() - ended
  await pause(500)
  const afterMiB = wholeMiB(service.pid)
  await pause(restSeconds * 1000)
  agent.destroy()
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    attack: name,
    asked: answers.length,
    failed: answers.filter(({ ok }) => !ok).length,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    peakMiB: peak === 0 ? null : peak,
    afterMiB,
    restedMiB: wholeMiB(service.pid),
    toNormalMs,
  }
}

function wholeMiB(pid: number): number | null {
  const memory = residentMemoryOf(pid)
  return memory === null ? null : Math.round(memory)
}
