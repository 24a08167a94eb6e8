/** Images that need not be drawn, since the account has them of an equal figure. */

import { LRUCache } from 'lru-cache'
import { createKeyedMutex } from '../../async/keyed-mutex.ts'
import { type OwnedGraph, type VersionRef, versionName } from '../graph/graph.ts'
import type { GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'
import type { ImageFormat } from './formats.ts'
import { imageKeysOf } from './image-key.ts'
import { type ImageLook, isDefaultLook, variantOf } from './look.ts'

export interface EqualImages {
  /** The digest of a figure counts for its version from now on, also where the graph comes without it. */
  note(graph: OwnedGraph): void
  /**
   * Gives the version the images of that look that are stored of an equal figure; false where the first format is not
   * among them. Of the default look, the graph's rendering is then `ready`. Null where nothing is known of its figure.
   */
  adopt(graph: OwnedGraph, formats: readonly ImageFormat[], look: ImageLook): Promise<boolean> | null
  /**
   * Does the work once what was begun before for an equal figure has ended, so that its image can be adopted. Where
   * many wait for that already, nothing is done: that image is seen to on its first request.
   */
  withFigureLock(graph: OwnedGraph, work: () => Promise<void>): Promise<void>
  /** The graph with what is known of its figure, for whoever draws it. */
  known<T extends OwnedGraph>(graph: T): T
  evict(graphId: GraphId): void
}

/** Digests of graphs that were made a while ago are not known any more: their further sizes are drawn. */
const remembered = 20_000
/** Graphs of one figure that wait for the first of them. */
const mostWaiting = 200

export function createEqualImages({ artifacts, graphs }: Pick<Store, 'artifacts' | 'graphs'>): EqualImages {
  const digests = new LRUCache<string, { readonly version: number; readonly digest: string }>({
    max: remembered,
  })
  const adopting = new Map<string, Promise<boolean>>()
  const withLock = createKeyedMutex()
  const waiting = new Map<string, number>()

  function digestOf({ graphId, version, digest }: OwnedGraph): string | undefined {
    const noted = digests.get(graphId)
    return digest ?? (noted?.version === version ? noted.digest : undefined)
  }

  async function adopt(
    ref: VersionRef,
    keys: ReadonlyMap<string, string>,
    look: ImageLook,
  ): Promise<boolean> {
    const adopted = await artifacts.adopt(ref, keys)
    if (adopted && isDefaultLook(look))
      await graphs.setRendering(ref, { status: 'ready', error: null, omitted: adopted.omitted })
    return adopted !== null
  }

  return {
    note({ graphId, version, digest }) {
      if (digest !== undefined) digests.set(graphId, { version, digest })
    },

    adopt(graph, formats, look) {
      const digest = digestOf(graph)
      if (digest === undefined) return null
      const variants = formats.map(format => variantOf({ ...look, format }))
      const name = `${versionName(graph)} ${variants[0]}`
      const underWay = adopting.get(name)
      if (underWay) return underWay
      const keyOf = imageKeysOf(graph.accountId, digest)
      const keys = new Map(variants.map(each => [each, keyOf(each)]))
      // An image that cannot be adopted is drawn.
      const own = adopt(graph, keys, look)
        .catch(() => false)
        .finally(() => adopting.delete(name))
      adopting.set(name, own)
      return own
    },

    async withFigureLock(graph, work) {
      const digest = digestOf(graph)
      if (digest === undefined) return work()
      const figure = `${graph.accountId} ${digest}`
      const others = waiting.get(figure) ?? 0
      if (others >= mostWaiting) return
      waiting.set(figure, others + 1)
      try {
        await withLock(figure, work)
      } finally {
        const left = waiting.get(figure)! - 1
        if (left > 0) waiting.set(figure, left)
        else waiting.delete(figure)
      }
    },

    known: graph => ({ ...graph, digest: digestOf(graph) }),
    evict: graphId => void digests.delete(graphId),
  }
}
