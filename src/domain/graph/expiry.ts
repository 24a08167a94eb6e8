/** Expiry of graphs: how it is requested, and how expired graphs are hidden and removed. */

import { invalidParameter } from '../../errors/errors.ts'
import { futureDates, readTime } from '../durations.ts'
import type { AccountId, GraphId } from '../ids.ts'
import type { GraphStore, IdempotencyClaim, Store } from '../ports.ts'
import { versionMadeUnder } from './claims.ts'
import type { GraphRecord } from './graph.ts'

/** The default lifetime of an account's graphs, for creates that do not name one. */
export interface Lifetimes {
  /** In milliseconds; null if graphs stay until they are deleted. */
  of(accountId: AccountId): Promise<number | null>
}

/** When a graph expires; null if it stays until it is deleted. */
export type Expiry = Date | null

/** The expiry that a request names, and the parameter that names it. */
export interface RequestedExpiry {
  readonly at: Expiry
  readonly parameter: string
}

const refusal = (parameter: string) => invalidParameter(parameter, `must be never, or ${futureDates}`)

/**
 * Parses `90d`, `12h`, `4w`, `1y`, a date, or `never`. Throws `invalid_parameter` for other texts, but not for a date that has
 * passed, because a repeated request names the same date as the first one: see `requireLaterExpiry`.
 */
export function readExpiry(parameter: string, given: string, now = new Date()): RequestedExpiry {
  const at = readTime(given, now)
  if (at === null && given !== 'never') throw refusal(parameter)
  return { at, parameter }
}

/**
 * Rejects with `invalid_parameter` if the expiry has passed, unless it was still to come when an earlier request with this
 * claim named it.
 */
export async function requireLaterExpiry(
  graphs: Pick<GraphStore, 'claimed'>,
  graphId: GraphId,
  claim: IdempotencyClaim | undefined,
  requested: RequestedExpiry | undefined,
): Promise<void> {
  if (!requested?.at || requested.at > new Date()) return
  if ((await versionMadeUnder(graphs, graphId, claim)) === null) throw refusal(requested.parameter)
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
      count: accountId => graphs.count(accountId, new Date()),
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
