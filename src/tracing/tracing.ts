/** Traces through gateway, queue and worker. Modules are wrapped from outside and know nothing about tracing. */

import type { Graphs } from '../domain/graph/graphs.ts'
import type { Renderer } from '../domain/image/ports.ts'
import type { Store } from '../domain/ports.ts'
import type { Middleware } from '../http/context.ts'
import type { JobTraces } from '../job-queue/jobs.ts'
import { openExporting, type TracingConfig } from './exporting.ts'
import { traceJobs } from './jobs.ts'
import { tracedRenderer } from './renderer.ts'
import { traceRequests } from './requests.ts'
import { tracedStore } from './store.ts'

export interface Tracing {
  readonly requests: Middleware
  readonly jobs: JobTraces
  store(store: Store): Store
  graphs(graphs: Graphs): Graphs
  renderer(renderer: Renderer): Renderer
  /** Sends pending spans, with a time limit. */
  close(): Promise<void>
}

export function openTracing(config: TracingConfig): Tracing {
  const { spans, close } = openExporting(config)
  return {
    requests: traceRequests(spans),
    jobs: traceJobs(spans),
    store: store => tracedStore(store, spans),
    graphs: graphs => ({
      ...graphs,
      create: (...given) => spans.during('create graph', () => graphs.create(...given)),
    }),
    renderer: renderer => tracedRenderer(renderer, spans),
    close,
  }
}
