/** The pictures of a graph: from memory, from the store, or drawn now; one drawing however many ask. */

import { LRUCache } from 'lru-cache'
import { AppError, costlyRetrySeconds, graphNotFound, renderFailed } from '../../errors/errors.ts'
import {
  type Artifact,
  defaultLook,
  type GraphRecord,
  type ImageFormat,
  type ImageLook,
  type ImageSpec,
  isGraphId,
  variantOf,
} from '../graph/graph.ts'
import type { RenderDispatcher, RenderHandle, RenderPriority, Store } from '../ports.ts'

/** The files made ahead when a graph is created, while nobody waits; both come from one drawing. */
const firstFormats: readonly ImageFormat[] = ['png', 'svg']

export interface Image {
  readonly record: GraphRecord
  readonly artifact: Artifact
}

export interface Images {
  /**
   * The picture of that look and format, drawn now where need be. Rejects with `graph_not_found`,
   * `render_failed`, `render_timeout` or `overloaded`.
   */
  get(graphId: string, spec: ImageSpec): Promise<Image>
  /** Makes the first files of a new graph in the background. */
  prerender(graphId: string): void
  /** Drops what memory and the queue hold of a deleted graph. */
  evict(graphId: string): void
}

export interface ImagesDeps {
  readonly store: Store
  readonly dispatcher: RenderDispatcher
  /** How many bytes of pictures are kept in memory. */
  readonly memoryBytes: number
  /** Told of background renders that failed; their outcome is also in the graph's rendering state. */
  readonly onBackgroundError: (error: unknown, graphId: string) => void
}

/** A drawing under way, shared by everyone who wants one of its formats. */
interface InFlightRender {
  readonly look: string
  /** What somebody waits for. */
  wanted: ReadonlySet<ImageFormat>
  readonly ticket: RenderHandle<ReadonlyMap<ImageFormat, Artifact>>
  forgotten: boolean
}

const lookName = (look: ImageLook) => variantOf({ ...look, format: 'png' })

export function createImages({ store, dispatcher, memoryBytes, onBackgroundError }: ImagesDeps): Images {
  // Grouped by graph, so that forgetting one is one delete.
  const memory = new LRUCache<string, ReadonlyMap<string, Artifact>>({
    maxSize: memoryBytes,
    sizeCalculation: pictures =>
      [...pictures.values()].reduce((sum, each) => sum + each.bytes.byteLength + 256, 1),
  })
  const inFlight = new Map<string, Set<InFlightRender>>()
  // A figure that never ends, or eats all memory, costs a worker its time and browsers their life: not at every request.
  const quarantine = new LRUCache<string, AppError>({ max: 10_000, ttlAutopurge: false })

  function rememberQuarantine(graphId: string, look: string, error: unknown): void {
    if (!(error instanceof AppError) || (error.retryAfter ?? 0) < costlyRetrySeconds) return
    // What is too slow at its own size is so at every size; a large size says nothing of the others.
    const key = look === lookName(defaultLook) ? graphId : graphId + look
    quarantine.set(key, error, { ttl: costlyRetrySeconds * 1000 })
  }

  function remember(graphId: string, spec: ImageSpec, artifact: Artifact): void {
    memory.set(graphId, new Map(memory.get(graphId)).set(variantOf(spec), artifact))
  }

  /** The flight that brings this format to someone who waits: one under way that can, else a new one. */
  function joinOrStart(graphId: string, format: ImageFormat, look: ImageLook): InFlightRender {
    const name = lookName(look)
    for (const flight of inFlight.get(graphId) ?? []) {
      if (flight.look !== name) continue
      const wanted = new Set([...flight.wanted, format])
      if (!flight.ticket.promote([...wanted]).includes(format)) continue
      flight.wanted = wanted
      return flight
    }
    return start(graphId, [format], look, 'waiting')
  }

  function start(
    graphId: string,
    formats: readonly ImageFormat[],
    look: ImageLook,
    priority: RenderPriority,
  ): InFlightRender {
    const under = inFlight.get(graphId) ?? new Set()
    const name = lookName(look)
    const ticket = dispatcher.submit({ graphId, formats, look }, priority)
    const wanted = new Set(priority === 'waiting' ? formats : [])
    const flight: InFlightRender = { look: name, wanted, ticket, forgotten: false }
    inFlight.set(graphId, under.add(flight))
    const settle = () => {
      under.delete(flight)
      if (under.size === 0) inFlight.delete(graphId)
    }
    ticket.result.then(
      artifacts => {
        settle()
        if (flight.forgotten) return
        for (const [format, artifact] of artifacts) remember(graphId, { ...look, format }, artifact)
      },
      error => {
        settle()
        rememberQuarantine(graphId, name, error)
      },
    )
    return flight
  }

  return {
    async get(graphId, spec) {
      const record = isGraphId(graphId) ? await store.graphs.find(graphId) : null
      if (!record) throw graphNotFound(graphId)

      const variant = variantOf(spec)
      const remembered = memory.get(graphId)?.get(variant)
      if (remembered) return { record, artifact: remembered }
      const stored = await store.artifacts.get(graphId, variant)
      if (stored) {
        remember(graphId, spec, stored)
        return { record, artifact: stored }
      }
      // The charting library refused this figure before and would again.
      const { status, error } = record.rendering
      if (status === 'failed' && error !== null) throw renderFailed(error)

      const { format, ...look } = spec
      const name = lookName(look)
      const slow = quarantine.get(graphId) ?? quarantine.get(graphId + name)
      if (slow) throw slow

      const flight = joinOrStart(graphId, format, look)
      const artifacts = await flight.ticket.result.catch(error => {
        // Deleting the graph took the render off the queue.
        throw flight.forgotten ? graphNotFound(graphId) : error
      })
      const artifact = artifacts.get(format)
      if (!artifact || flight.forgotten) throw graphNotFound(graphId)
      return { record, artifact }
    },

    prerender(graphId) {
      start(graphId, firstFormats, defaultLook, 'background').ticket.result.catch(error =>
        onBackgroundError(error, graphId),
      )
    },

    evict(graphId) {
      memory.delete(graphId)
      for (const flight of inFlight.get(graphId) ?? []) {
        flight.forgotten = true
        flight.ticket.cancel()
      }
    },
  }
}
