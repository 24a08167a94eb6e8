/**
 * Limits renders in other sizes, which anybody who knows a graph's address can request. There are budgets of render
 * time per network address and per graph, and a budget of bytes per network address, so that no client can fill the
 * space for all variants. Stored files cost nothing.
 */

import { LRUCache } from 'lru-cache'
import { overloaded, rateLimited } from '../../errors/errors.ts'
import { defaultSize } from '../../plotly/default-size.ts'
import type { GraphId } from '../ids.ts'
import type { ImageLook } from './look.ts'

export interface VariantBudget {
  /**
   * Spends the estimated time of a render. Throws `rate_limited` if the address has used up its budget, `overloaded` if
   * the graph has. Returns a function that refunds the time of a render that did not begin.
   */
  spend(graphId: GraphId, address: string | null, look: ImageLook): () => void
  /** Spends the bytes of a render's files. An address that has used up its budget is refused its next render. */
  keep(address: string | null, bytes: number): void
  /** Records what another gateway has spent of the same budgets. */
  count(spending: Spending): void
}

/** Amounts spent from budgets, in seconds or bytes; negative for refunds. */
export type Spending = readonly {
  readonly kind: keyof typeof shares
  readonly name: string
  readonly amount: number
}[]

interface Share {
  /** Capacity, in seconds of render time or in bytes. */
  readonly max: number
  /** Refill per second. */
  readonly perSecond: number
}

const MiB = 2 ** 20

const shares = {
  address: { max: 20, perSecond: 0.5 },
  graph: { max: 10, perSecond: 0.25 },
  // A sixteenth of the space for all variants, per hour.
  bytes: { max: 64 * MiB, perSecond: (64 * MiB) / 3600 },
} as const satisfies Record<string, Share>

const secondsEach = 0.1
const secondsPerMegapixel = 0.03
/** A size instead of a number of entries: the caches would allocate room for all of these at start. */
const remembered = { maxSize: 50_000, sizeCalculation: () => 1 }

/** Estimated seconds for a render. The layout's own size is not known here. */
function costOf({ width, height, scale }: ImageLook): number {
  const pixels = (width ?? defaultSize.width) * (height ?? defaultSize.height) * scale ** 2
  return secondsEach + (secondsPerMegapixel * pixels) / 1e6
}

interface Bucket {
  left: number
  at: number
}

export interface VariantBudgetOptions {
  /** In milliseconds. */
  readonly now?: () => number
  /** Called with what is spent in this process. */
  readonly onSpent?: (spending: Spending) => void
}

export function createVariantBudget({
  now = () => performance.now(),
  onSpent = () => {},
}: VariantBudgetOptions = {}): VariantBudget {
  const buckets = {
    address: new LRUCache<string, Bucket>(remembered),
    graph: new LRUCache<string, Bucket>(remembered),
    bytes: new LRUCache<string, Bucket>(remembered),
  }

  function bucketOf(kind: keyof typeof shares, name: string): Bucket {
    const { max, perSecond } = shares[kind]
    const bucket = buckets[kind].get(name) ?? { left: max, at: now() }
    bucket.left = Math.min(max, bucket.left + ((now() - bucket.at) / 1000) * perSecond)
    bucket.at = now()
    buckets[kind].set(name, bucket)
    return bucket
  }

  const untilBack = (kind: keyof typeof shares, missing: number) =>
    Math.max(1, Math.ceil(missing / shares[kind].perSecond))

  function count(spending: Spending): void {
    for (const { kind, name, amount } of spending) bucketOf(kind, name).left -= amount
  }

  function spendHere(spending: Spending): void {
    count(spending)
    onSpent(spending)
  }

  return {
    spend(graphId, address, look) {
      const cost = costOf(look)
      const ofGraph = bucketOf('graph', graphId)
      const ofAddress = address === null ? null : bucketOf('address', address)
      const ofBytes = address === null ? null : bucketOf('bytes', address)
      if (ofBytes && ofBytes.left <= 0) throw rateLimited(untilBack('bytes', MiB - ofBytes.left))
      if (ofAddress && ofAddress.left < cost) throw rateLimited(untilBack('address', cost - ofAddress.left))
      if (ofGraph.left < cost) {
        throw overloaded(
          'many sizes of this graph were asked for; take its stored size, or retry later',
          untilBack('graph', cost - ofGraph.left),
        )
      }
      const take = (amount: number) =>
        spendHere([
          { kind: 'graph', name: graphId, amount },
          ...(address === null ? [] : [{ kind: 'address' as const, name: address, amount }]),
        ])
      take(cost)
      return () => take(-cost)
    },
    keep(address, bytes) {
      if (address !== null) spendHere([{ kind: 'bytes', name: address, amount: bytes }])
    },
    count,
  }
}
