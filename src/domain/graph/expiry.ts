/** Graphs that are there for a time: what asks for it, and what becomes of them after it. */

import { invalidParameter } from '../../errors/errors.ts'
import type { AccountId, GraphId } from '../ids.ts'
import { momentIn, momentsToCome } from '../moments.ts'
import type { Store } from '../ports.ts'
import type { GraphRecord } from './graph.ts'

/** How long graphs of an account stay where their create does not say. */
export interface Lifetimes {
  /** In milliseconds; null: until they are deleted. */
  of(accountId: AccountId): Promise<number | null>
}

/** When a graph shall go; null: when it is deleted. */
export type Expiry = Date | null

/** `90d`, `12h`, `4w`, `1y`, a date, or `never`. Throws `invalid_parameter` under that name. */
export function readExpiry(name: string, given: string, now = new Date()): Expiry {
  if (given === 'never') return null
  const moment = momentIn(given, now)
  if (moment === null) throw invalidParameter(name, `must be never, or ${momentsToCome}`)
  return moment
}

const isOver = ({ expiresAt }: GraphRecord): boolean =>
  expiresAt !== null && expiresAt.getTime() <= Date.now()

/** The store without the graphs whose time is over, from that moment on; they are removed some minutes later. */
export function withoutExpired(store: Store): Store {
  const { graphs } = store
  const unlessOver = (record: GraphRecord | null) => (record && !isOver(record) ? record : null)
  const isThere = async (graphId: GraphId) => unlessOver(await graphs.find(graphId)) !== null
  return {
    ...store,
    graphs: {
      ...graphs,
      find: async graphId => unlessOver(await graphs.find(graphId)),
      findVersion: async ref => unlessOver(await graphs.findVersion(ref)),
      async findMany(graphIds) {
        const found = await graphs.findMany(graphIds)
        return new Map([...found].filter(([, record]) => !isOver(record)))
      },
      versions: async graphId => ((await isThere(graphId)) ? graphs.versions(graphId) : []),
      list: query => graphs.list({ ...query, livingAt: new Date() }),
    },
  }
}

/** Graphs looked for at a time. */
const step = 200

/** Removes those whose time is over, and tells of each. One that is changed meanwhile may have more time now: it stays. */
export async function removeExpired(
  { graphs }: Pick<Store, 'graphs'>,
  onRemoved: (graphId: GraphId) => void,
): Promise<void> {
  for (;;) {
    const over = await graphs.expired(new Date(), step)
    for (const { graphId, version } of over) if (await graphs.remove(graphId, version)) onRemoved(graphId)
    if (over.length < step) return
  }
}
