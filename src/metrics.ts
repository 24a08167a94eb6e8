/** The Prometheus metrics of process, render pool and queue. The HTTP server adds its own. */

import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { QueueStats, RendererStats } from './domain/image/ports.ts'

export interface MetricSources {
  /** Absent on a gateway whose workers render. Returns null while there is no pool, whose values are then left out. */
  readonly pool?: () => RendererStats | null
  /** Absent without a shared queue. If it rejects, the values of the queue are left out. */
  readonly queue?: () => Promise<QueueStats>
  /** Whether rendering works at the moment. */
  readonly renders: () => boolean
}

/** Gauges by the property that each shows. */
type Gauges<Key extends string> = Readonly<Record<Key, readonly [name: string, help: string]>>

const poolGauges: Gauges<keyof RendererStats> = {
  workers: ['plotgate_render_workers', 'Warm pages of the render pool.'],
  busy: ['plotgate_render_busy', 'Warm pages that are drawing.'],
  queued: ['plotgate_render_queued', 'Renders waiting for a page.'],
  rendered: ['plotgate_render_rendered', 'Figures drawn since start.'],
  failed: ['plotgate_render_failed', 'Renders that ended in an error since start.'],
  restarts: ['plotgate_render_restarts', 'Pages and browsers replaced since start.'],
}

const queueGauges: Gauges<keyof QueueStats> = {
  waiting: ['plotgate_queue_waiting', 'Renders of all gateways that no worker has begun.'],
  active: ['plotgate_queue_active', 'Renders that workers hold.'],
  oldestSeconds: [
    'plotgate_queue_oldest_seconds',
    'Since when the oldest render that is not done was asked for; 0 for none.',
  ],
  failures: ['plotgate_queue_failures', 'Failed renders that are kept for `plotgate queue list`.'],
  failedTotal: ['plotgate_queue_failed_total', 'Renders that ever failed for more than what a caller did.'],
  workers: ['plotgate_queue_workers', 'Workers that live.'],
}

/** How long the queue's state is cached, so that all gauges of a scrape share one query. */
const freshMs = 500

export function createMetrics({ pool, queue, renders }: MetricSources): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'plotgate_' })
  if (pool) addGauges(registry, poolGauges, async () => pool())
  if (queue) addGauges(registry, queueGauges, freshOf(queue))
  new Gauge({
    name: 'plotgate_rendering_up',
    help: 'Whether images can be made: 1 while a worker lives, or this process draws by itself.',
    registers: [registry],
    collect() {
      this.set(renders() ? 1 : 0)
    },
  })
  return registry
}

/** Adds gauges of a state, which is read for each scrape. While it is null, they are left out. */
function addGauges<Key extends string>(
  registry: Registry,
  gauges: Gauges<Key>,
  read: () => Promise<Readonly<Record<Key, number>> | null>,
): void {
  for (const key of Object.keys(gauges) as Key[]) {
    const [name, help] = gauges[key]
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await read()
        if (state) this.set(state[key])
        // A gauge is 0 until it is set, and an old value would be taken for the current one.
        else this.remove()
      },
    })
  }
}

function freshOf(ask: () => Promise<QueueStats>): () => Promise<QueueStats | null> {
  let last: Promise<QueueStats | null> | null = null
  let at = Number.NEGATIVE_INFINITY
  return () => {
    if (last && performance.now() - at < freshMs) return last
    at = performance.now()
    last = ask().catch(() => null)
    return last
  }
}
