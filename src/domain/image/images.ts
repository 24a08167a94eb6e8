/** The images of graphs: taken from memory or the store, or rendered on request. */

import { LRUCache } from 'lru-cache'
import { AppError, graphNotFound, overloaded, renderFailed, versionNotFound } from '../../errors/errors.ts'
import type { GraphImages } from '../graph/deps.ts'
import {
  type Artifact,
  type GraphRecord,
  type OwnedGraph,
  type VersionRef,
  versionName,
} from '../graph/graph.ts'
import type { GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'
import { createEqualImages } from './equal-images.ts'
import { createInFlightRenders, firstFormats } from './in-flight.ts'
import { defaultLook, type ImageSpec, isDefaultLook, variantOf } from './look.ts'
import type { RenderDispatcher } from './ports.ts'
import { createPrerenders } from './prerenders.ts'
import { createQuarantine } from './quarantine.ts'
import { createVariantBudget, type VariantBudget } from './variant-budget.ts'

export interface Image {
  readonly record: GraphRecord
  readonly artifact: Artifact
}

/** Who requests an image, and which version. */
export interface ImageRequester {
  /** The version; default: the newest. */
  readonly version?: number | undefined
  /** Accepts an older version's image (marked as such) if the newest has not been rendered yet. */
  readonly stale?: boolean | undefined
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal
  /** The caller's network address, whose budget pays for renders in other sizes. */
  readonly address?: string
}

export interface Images extends GraphImages {
  /**
   * The image in that format and look, rendered if necessary. Rejects with `graph_not_found`, `render_failed`,
   * `render_timeout`, `overloaded`, `rate_limited`, or `cancelled` when the caller disconnects.
   */
  get(graphId: GraphId, spec: ImageSpec, requester?: ImageRequester): Promise<Image>
  /** The image if it exists already; null if it would have to be rendered. */
  peek(ref: VersionRef, spec: ImageSpec): Promise<Artifact | null>
  /** The error for which a version is not rendered in its default look, if that is known: also that it took too long. */
  failureOf(graph: GraphRecord): Promise<AppError | null>
  /**
   * Renders the first files in the background, or joins a render in flight. Resolves when they are stored; rejects like
   * `get`.
   */
  resume(graph: OwnedGraph): Promise<void>
}

export interface ImagesDeps {
  readonly store: Store
  readonly dispatcher: RenderDispatcher
  /** The budget for renders in other sizes; default: a new one. */
  readonly variantBudget?: VariantBudget | undefined
  /** Size of the memory cache in bytes. */
  readonly memoryBytes: number
  /** Called when a background render fails. The failure is also in the graph's rendering state. */
  readonly onBackgroundError: (error: unknown, graphId: GraphId) => void
}

/** How often a request starts over because the newest version was replaced before it was rendered. */
const attempts = 5

/** Unique per version and spec. */
const nameOf = ({ version }: VersionRef, spec: ImageSpec) => `${version} ${variantOf(spec)}`

export function createImages(deps: ImagesDeps): Images {
  const { store, memoryBytes, variantBudget = createVariantBudget(), onBackgroundError } = deps
  const quarantine = createQuarantine(store)
  const equalImages = createEqualImages(store)
  // Grouped by graph, so that evicting one is one delete.
  const memory = new LRUCache<string, ReadonlyMap<string, Artifact>>({
    maxSize: memoryBytes,
    sizeCalculation: artifacts =>
      [...artifacts.values()].reduce((sum, each) => sum + each.bytes.byteLength + 256, 1),
  })
  const inFlight = createInFlightRenders(deps.dispatcher, (graph, look, artifacts) => {
    for (const [format, artifact] of artifacts) remember(graph, { ...look, format }, artifact)
  })

  function remember(ref: VersionRef, spec: ImageSpec, artifact: Artifact): void {
    const { graphId } = ref
    memory.set(graphId, new Map(memory.get(graphId)).set(nameOf(ref, spec), artifact))
  }

  async function find(ref: VersionRef, spec: ImageSpec): Promise<Artifact | null> {
    const remembered = memory.get(ref.graphId)?.get(nameOf(ref, spec))
    if (remembered) return remembered
    const stored = await store.artifacts.get(ref, variantOf(spec))
    if (stored) remember(ref, spec, stored)
    return stored
  }

  async function recordOf(graphId: GraphId, version: number | undefined): Promise<GraphRecord> {
    const newest = await store.graphs.find(graphId)
    if (!newest) throw graphNotFound(graphId)
    if (version === undefined || version === newest.version) return newest
    const record = await store.graphs.findVersion({ graphId, version })
    if (!record) throw versionNotFound(version)
    return record
  }

  /** The image of an older version, or null. */
  async function findOlder(ref: VersionRef, spec: ImageSpec): Promise<Image | null> {
    const { graphId } = ref
    const older = await store.artifacts.getOlder(ref, variantOf(spec))
    const record = older && (await store.graphs.findVersion({ graphId, version: older.version }))
    return record && { record, artifact: older }
  }

  async function getOnce(graphId: GraphId, spec: ImageSpec, requester: ImageRequester): Promise<Image> {
    const { version, stale = false, signal, address = null } = requester
    const record = await recordOf(graphId, version)
    const found = await find(record, spec)
    if (found) return { record, artifact: found }
    const older = stale && version === undefined ? await findOlder(record, spec) : null
    // The charting library has refused this figure before and would again.
    const { status, error } = record.rendering
    if (status === 'failed' && error !== null) throw renderFailed(error)
    const { format, ...look } = spec
    await quarantine.check(versionName(record), look)

    if (await equalImages.adopt(record, [format], look)) {
      const adopted = await find(record, spec)
      if (adopted) return { record, artifact: adopted }
    }
    const isVariant = !isDefaultLook(look)
    const graph = equalImages.known(record)
    let hasStarted = false
    function beforeStart() {
      const giveBack = isVariant ? variantBudget.spend(graphId, address, look) : null
      hasStarted = true
      return giveBack
    }
    if (older) {
      inFlight.join(graph, format, look, { beforeStart }).catch(error => onBackgroundError(error, graphId))
      return older
    }
    const artifacts = await inFlight.join(graph, format, look, { signal, beforeStart })
    if (isVariant && hasStarted) {
      for (const { bytes } of artifacts.values()) variantBudget.keep(address, bytes.byteLength)
    }
    const artifact = artifacts.get(format)
    if (!artifact) throw graphNotFound(graphId)
    return { record, artifact }
  }

  /** Never rejects. */
  async function prerender(graph: OwnedGraph): Promise<void> {
    try {
      const adopting = equalImages.adopt(graph, firstFormats, defaultLook)
      if (adopting && (await adopting)) return
      await inFlight.prerender(graph)
    } catch (error) {
      onBackgroundError(error, graph.graphId)
    }
  }
  const prerenders = createPrerenders(graph => equalImages.withFigureLock(graph, () => prerender(graph)))

  return {
    async get(graphId, spec, requester = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await getOnce(graphId, spec, requester)
        } catch (error) {
          const gone = error instanceof AppError && error.code === 'version_not_found'
          if (!gone || requester.version !== undefined) throw error
          // The graph changed so often that this version was gone before its render began.
          if (attempt === attempts)
            throw overloaded('this graph changes faster than it is drawn; retry, or ask with ?stale')
        }
      }
    },

    peek: find,

    async failureOf(graph) {
      const { status, error } = graph.rendering
      if (status === 'failed' && error !== null) return renderFailed(error)
      try {
        await quarantine.check(versionName(graph), defaultLook)
        return null
      } catch (error) {
        if (error instanceof AppError) return error
        throw error
      }
    },

    prerender(graph) {
      equalImages.note(graph)
      prerenders.request(graph)
    },

    async resume(graph) {
      await quarantine.check(versionName(graph), defaultLook)
      await inFlight.prerender(graph)
    },

    evict(graphId) {
      memory.delete(graphId)
      equalImages.evict(graphId)
      prerenders.evict(graphId)
      inFlight.evict(graphId)
    },
  }
}
