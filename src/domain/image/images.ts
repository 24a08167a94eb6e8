/** The images of graphs: taken from memory or the store, or rendered on request. */

import { AppError, graphNotFound, overloaded, renderFailed, svgTooLarge } from '../../errors/errors.ts'
import type { GraphImages } from '../graph/deps.ts'
import {
  type Artifact,
  type GraphRecord,
  type OwnedGraph,
  type Rendering,
  type VersionRef,
  versionName,
} from '../graph/graph.ts'
import { createGraphReads } from '../graph/graph-reads.ts'
import type { GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'
import { createArtifactCache } from './artifact-cache.ts'
import { createEqualImages } from './equal-images.ts'
import { defaultLook, type ImageSpec, variantOf } from './look.ts'
import { firstFormats } from './pinned.ts'
import type { RenderDispatcher } from './ports.ts'
import { createQuarantine, type Quarantine } from './quarantine.ts'
import { createCallerRenders, type RenderCaller } from './renders/caller-renders.ts'
import { createInFlightRenders } from './renders/in-flight.ts'
import { createPrerenders } from './renders/prerenders.ts'
import { createVariantBudget, type VariantBudget } from './variant-budget.ts'

export interface Image {
  readonly record: GraphRecord
  readonly artifact: Artifact
}

/** Who requests an image, and which version. */
export interface ImageRequester extends RenderCaller {
  /** The version; default: the newest. */
  readonly version?: number | undefined
  /** Accepts an older version's image (marked as such) if the newest has not been rendered yet. */
  readonly stale?: boolean | undefined
}

export interface Images extends GraphImages {
  /**
   * The image in that format and look, rendered if necessary. Rejects with `graph_not_found`, `render_failed`,
   * `render_timeout`, `overloaded`, `rate_limited`, or `cancelled` when the caller disconnects.
   */
  get(graphId: GraphId, spec: ImageSpec, requester?: ImageRequester): Promise<Image>
  /** The image if it exists already; null if it would have to be rendered. */
  peek(ref: VersionRef, spec: ImageSpec): Promise<Artifact | null>
  /** The state as reported to callers: an image that took too long has failed, until it is tried again. */
  renderingOf(graph: GraphRecord): Promise<Rendering>
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

export function createImages(deps: ImagesDeps): Images {
  const { store, variantBudget = createVariantBudget(), onBackgroundError } = deps
  const reads = createGraphReads(store.graphs)
  const quarantine = createQuarantine(store)
  const equalImages = createEqualImages(store)
  const cache = createArtifactCache(store, deps.memoryBytes)
  const inFlight = createInFlightRenders(deps.dispatcher, (graph, look, artifacts) => {
    for (const [format, artifact] of artifacts) cache.remember(graph, { ...look, format }, artifact)
  })
  const render = createCallerRenders(inFlight, variantBudget)

  async function getOnce(graphId: GraphId, spec: ImageSpec, requester: ImageRequester): Promise<Image> {
    const { version, stale = false } = requester
    const record = await reads.find(graphId, version)
    if (!record) throw graphNotFound(graphId)
    const found = await cache.find(record, spec)
    if (found) return { record, artifact: found }
    const older = stale && version === undefined ? await findOlder(store, record, spec) : null
    const refusal = refusalOf(record)
    if (refusal) throw refusal
    const { format, ...look } = spec
    await quarantine.check(versionName(record), look, [format])

    if (await equalImages.adopt(record, [format], look)) {
      const adopted = await cache.find(record, spec)
      if (adopted) return { record, artifact: adopted }
    }
    const graph = equalImages.known(record)
    if (older) {
      const { address } = requester
      render(graph, spec, { address }).catch(error => onBackgroundError(error, graphId))
      return older
    }
    const artifact = (await render(graph, spec, requester)).get(format)
    if (!artifact) throw (await store.graphs.find(graphId)) ? svgTooLarge() : graphNotFound(graphId)
    return { record, artifact }
  }

  /** Renders the first files unless somebody requested one of them meanwhile. Never rejects. */
  async function prerender(graph: OwnedGraph): Promise<void> {
    if (firstFormats.some(format => cache.holds(graph, { ...defaultLook, format }))) return
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
    get: (graphId, spec, requester = {}) =>
      onNewestVersion(requester, () => getOnce(graphId, spec, requester)),
    peek: cache.find,
    renderingOf: graph => renderingOf(quarantine, graph),

    prerender(graph) {
      equalImages.note(graph)
      prerenders.request(graph)
    },

    async resume(graph) {
      await quarantine.check(versionName(graph), defaultLook)
      await inFlight.prerender(graph)
    },

    evict(graphId) {
      cache.evict(graphId)
      equalImages.evict(graphId)
      prerenders.evict(graphId)
      inFlight.evict(graphId)
    },
  }
}

/** Starts over if the newest version was replaced, and was gone before its render began. */
async function onNewestVersion({ version }: ImageRequester, getOnce: () => Promise<Image>): Promise<Image> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await getOnce()
    } catch (error) {
      const gone = error instanceof AppError && error.code === 'version_not_found'
      if (!gone || version !== undefined) throw error
      if (attempt === attempts)
        throw overloaded('this graph changes faster than it is drawn; retry, or ask with ?stale')
    }
  }
}

/** The image of an older version, or null. */
async function findOlder(
  { artifacts, graphs }: Pick<Store, 'artifacts' | 'graphs'>,
  ref: VersionRef,
  spec: ImageSpec,
): Promise<Image | null> {
  const { graphId } = ref
  const older = await artifacts.getOlder(ref, variantOf(spec))
  const record = older && (await graphs.findVersion({ graphId, version: older.version }))
  return record && { record, artifact: older }
}

/** The error if the charting library has refused this figure before, and would again. */
function refusalOf({ rendering }: GraphRecord): AppError | null {
  const { status, error } = rendering
  return status === 'failed' && error !== null ? renderFailed(error) : null
}

async function renderingOf(quarantine: Quarantine, graph: GraphRecord): Promise<Rendering> {
  const { rendering } = graph
  if (rendering.status !== 'pending') return rendering
  try {
    await quarantine.check(versionName(graph), defaultLook)
    return rendering
  } catch (error) {
    if (error instanceof AppError) return { status: 'failed', error: error.message, omitted: [] }
    throw error
  }
}
