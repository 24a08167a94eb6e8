/** The images of a graph: from memory, from the store, or rendered now. */

import { LRUCache } from 'lru-cache'
import { AppError, graphNotFound, overloaded, renderFailed, versionNotFound } from '../../errors/errors.ts'
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

/** Who asks for an image, and of which version. */
export interface Asker {
  /** A version that is kept; else the newest. */
  readonly version?: number | undefined
  /** Where the newest is still to be drawn, an older one will do, which says so. */
  readonly stale?: boolean | undefined
  /** Aborted when the caller hung up. */
  readonly signal?: AbortSignal
  /** The network address, whose budget renders of other sizes are taken from. */
  readonly address?: string
}

export interface Images {
  /**
   * The image of that look and format, rendered now where need be. Rejects with `graph_not_found`, `render_failed`,
   * `render_timeout`, `overloaded`, `rate_limited`, or `cancelled` when the asker hung up.
   */
  get(graphId: GraphId, spec: ImageSpec, asker?: Asker): Promise<Image>
  /** The image where it has been made; null where it would have to be rendered. */
  peek(ref: VersionRef, spec: ImageSpec): Promise<Artifact | null>
  /** Makes the first files of a version in the background; of a graph that changes often not of each. */
  prerender(graph: OwnedGraph): void
  /**
   * Sees to it that the first files are made, in the background; resolves when they are, rejects as `get` does. One
   * that is being made already is only followed.
   */
  resume(graph: OwnedGraph): Promise<void>
  /** Drops what memory and the queue hold of a deleted graph. */
  evict(graphId: GraphId): void
}

export interface ImagesDeps {
  readonly store: Store
  readonly dispatcher: RenderDispatcher
  /** What renders of other sizes are taken from; absent: one of its own. */
  readonly variantBudget?: VariantBudget | undefined
  /** How many bytes of images are kept in memory. */
  readonly memoryBytes: number
  /** Told of background renders that failed; their outcome is also in the graph's rendering state. */
  readonly onBackgroundError: (error: unknown, graphId: GraphId) => void
}

/** How often the newest version is asked for anew because it went before it was drawn. */
const attempts = 5

/** Never the same for two versions. */
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

  /** What there is of an older version; null where there is none. */
  async function findOlder(ref: VersionRef, spec: ImageSpec): Promise<Image | null> {
    const { graphId } = ref
    const older = await store.artifacts.getOlder(ref, variantOf(spec))
    const record = older && (await store.graphs.findVersion({ graphId, version: older.version }))
    return record && { record, artifact: older }
  }

  async function getOnce(graphId: GraphId, spec: ImageSpec, asker: Asker): Promise<Image> {
    const { version, stale = false, signal, address = null } = asker
    const record = await recordOf(graphId, version)
    const found = await find(record, spec)
    if (found) return { record, artifact: found }
    const older = stale && version === undefined ? await findOlder(record, spec) : null
    // The charting library refused this figure before and would again.
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
    async get(graphId, spec, asker = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await getOnce(graphId, spec, asker)
        } catch (error) {
          const gone = error instanceof AppError && error.code === 'version_not_found'
          if (!gone || asker.version !== undefined) throw error
          // It changed so often that its version was gone when its turn came.
          if (attempt === attempts)
            throw overloaded('this graph changes faster than it is drawn; retry, or ask with ?stale')
        }
      }
    },

    peek: find,

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
