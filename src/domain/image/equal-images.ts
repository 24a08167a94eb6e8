/** Reuses images: an equal figure in the same account needs no second render. */

import { LRUCache } from 'lru-cache'
import { createKeyedCounts } from '../../async/keyed-counts.ts'
import { createKeyedMutex } from '../../async/keyed-mutex.ts'
import { type OwnedGraph, renderingOf, type VersionRef, versionName } from '../graph/graph.ts'
import type { GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'
import type { ImageFormat } from './formats.ts'
import { imageKeysOf } from './image-key.ts'
import { type ImageLook, isDefaultLook, variantOf } from './look.ts'

export interface EqualImages {
  /** Remembers the figure's digest for this version, for later calls whose graph comes without it. */
  note(graph: OwnedGraph): void
  /**
   * Copies stored images of an equal figure, in this look, to the version. Resolves to false if there is none in the
   * first format. With the default look, also sets the graph's rendering to `ready`. Returns null if the figure's
   * digest is unknown.
   */
  adopt(graph: OwnedGraph, formats: readonly ImageFormat[], look: ImageLook): Promise<boolean> | null
  /**
   * Runs `work` after all work that was begun earlier for an equal figure, so that its image can be adopted. Skips it
   * if many are waiting already; that image is then made on its first request.
   */
  withFigureLock(graph: OwnedGraph, work: () => Promise<void>): Promise<void>
  /** Adds the remembered digest to the graph. */
  known<T extends OwnedGraph>(graph: T): T
  evict(graphId: GraphId): void
}

/** How many digests are remembered. Images in other sizes of older graphs are always rendered. */
const remembered = 20_000
/** How many graphs may wait for an equal figure's image. */
const maxWaiting = 200

export function createEqualImages({ artifacts, graphs }: Pick<Store, 'artifacts' | 'graphs'>): EqualImages {
  const digests = new LRUCache<string, { readonly version: number; readonly digest: string }>({
    max: remembered,
  })
  const adopting = new Map<string, Promise<boolean>>()
  const withLock = createKeyedMutex()
  const waiting = createKeyedCounts()

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
    if (adopted && isDefaultLook(look)) await graphs.setRendering(ref, renderingOf(adopted))
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
      const inFlight = adopting.get(name)
      if (inFlight) return inFlight
      const keyOf = imageKeysOf(graph.accountId, digest)
      const keys = new Map(variants.map(each => [each, keyOf(each)]))
      // If adopting fails, the image is rendered instead.
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
      if (waiting.of(figure) >= maxWaiting) return
      const leave = waiting.enter(figure)
      try {
        await withLock(figure, work)
      } finally {
        leave()
      }
    },

    known: graph => ({ ...graph, digest: digestOf(graph) }),
    evict: graphId => void digests.delete(graphId),
  }
}
