/** What happens to the members of a cluster: killed, stopped for a while, cut off; of one at a time each once. */

import type { Cluster } from './cluster.ts'

export interface Fault {
  readonly name: string
  /** Resolves when it is over, and what was harmed answers again. */
  begin(): Promise<void>
}

/** Every fault there is, longest pause in milliseconds. */
export function faultsOf(cluster: Cluster, longestMs: number, random: () => number): readonly Fault[] {
  const some = () => 1_000 + random() * (longestMs - 1_000)
  const members = [...cluster.gateways, ...cluster.workers, ...cluster.others]
  return [
    ...members.map(member => ({ name: `kill ${member.name}`, begin: () => member.kill() })),
    ...members.map(member => ({ name: `suspend ${member.name}`, begin: () => member.suspend(some()) })),
    ...cluster.links.map(link => ({
      name: `cut ${link.name}`,
      async begin() {
        await link.cut()
        await new Promise(resolve => setTimeout(resolve, some()))
        await link.mend()
      },
    })),
  ]
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a fault harms: the last words of its name. */
export const targetOf = ({ name }: Fault): string => name.replace(/^\w+ /, '').replace(/ to .*/, '')
