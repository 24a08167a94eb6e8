/** Expiry of graphs: how it is requested, and how expired graphs are hidden and removed. */

import { invalidParameter } from '../../errors/errors.ts'
import type { AccountId, GraphId } from '../ids.ts'
import { futureMoments, momentIn } from '../moments.ts'
import type { Store } from '../ports.ts'
import type { GraphRecord } from './graph.ts'

/** The default lifetime of an account's graphs, for creates that do not name one. */
export interface Lifetimes {
  /** In milliseconds; null if graphs stay until they are deleted. */
  of(accountId: AccountId): Promise<number | null>
}

/** When a graph expires; null if it stays until it is deleted. */
export type Expiry = Date | null

/** Parses `90d`, `12h`, `4w`, `1y`, a date, or `never`. Throws `invalid_parameter` for the parameter `name`. */
export function readExpiry(name: string, given: string, now = new Date()): Expiry {
  if (given === 'never') return null
  const moment = momentIn(given, now)
  if (moment === null) throw invalidParameter(name, `must be never, or ${futureMoments}`)
  return moment
}

const isOver = ({ expiresAt }: GraphRecord): boolean =>
  expiresAt !== null && expiresAt.getTime() <= Date.now()

/** Wraps the store so that expired graphs are invisible at once. A sweep removes them within minutes. */
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

/** How many expired graphs are removed per query. */
const step = 200

/**
 * Removes expired graphs. A graph that is changed at the same time is kept, because its expiry may have been extended.
 */
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
