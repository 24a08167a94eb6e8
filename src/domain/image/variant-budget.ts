/**
 * Sizes other than the stored one are drawn for anybody who knows a graph's address: so they have a budget of render
 * time, for each address that asks and for each graph, and of bytes, so that no address fills the room of all variants
 * by itself. Files that are stored already cost nothing.
 */

import { LRUCache } from 'lru-cache'
import { overloaded, rateLimited } from '../../errors/errors.ts'
import type { GraphId } from '../ids.ts'
import { defaultSize, type ImageLook } from './look.ts'

export interface VariantBudget {
  /**
   * Takes the time this render will about need. Throws `rate_limited` where the address has used its share,
   * `overloaded` where the graph has. Returns a function that gives it back, for a render that was not begun.
   */
  spend(graphId: GraphId, address: string | null, look: ImageLook): () => void
  /** Takes what the files of such a render weigh; an address that has used its share is refused the next one. */
  keep(address: string | null, bytes: number): void
  /** What was spent elsewhere of the same budgets. */
  count(spending: Spending): void
}

/** What was taken from which budgets: seconds, or bytes; less than nothing where it was given back. */
export type Spending = readonly {
  readonly kind: keyof typeof shares
  readonly name: string
  readonly amount: number
}[]

interface Share {
  /** Seconds of render time, or bytes, that may be used at once. */
  readonly most: number
  /** What comes back each second. */
  readonly perSecond: number
}

const MiB = 2 ** 20

const shares = {
  address: { most: 20, perSecond: 0.5 },
  graph: { most: 10, perSecond: 0.25 },
  // A sixteenth of what is kept of all variants, each hour.
  bytes: { most: 64 * MiB, perSecond: (64 * MiB) / 3600 },
} as const satisfies Record<string, Share>

const secondsEach = 0.1
const secondsPerMegapixel = 0.03
const remembered = 50_000

/** What a render of that look takes, in seconds; the layout's own size is not known here. */
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
  /** Told of what is spent here. */
  readonly onSpent?: (spending: Spending) => void
}

export function createVariantBudget({
  now = () => performance.now(),
  onSpent = () => {},
}: VariantBudgetOptions = {}): VariantBudget {
  const buckets = {
    address: new LRUCache<string, Bucket>({ max: remembered }),
    graph: new LRUCache<string, Bucket>({ max: remembered }),
    bytes: new LRUCache<string, Bucket>({ max: remembered }),
  }

  function bucketOf(kind: keyof typeof shares, name: string): Bucket {
    const { most, perSecond } = shares[kind]
    const bucket = buckets[kind].get(name) ?? { left: most, at: now() }
    bucket.left = Math.min(most, bucket.left + ((now() - bucket.at) / 1000) * perSecond)
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
