/** The Prometheus metrics of process, render pool and queue. The HTTP server adds its own. */

import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { QueueStats, RendererStats } from './domain/image/ports.ts'

export interface MetricSources {
  /** Absent on a gateway whose workers render. Returns null while there is no pool, whose values are then left out. */
  readonly pool?: () => RendererStats | null
  /** Absent without a shared queue. If it rejects, the values of the queue are left out. */
  readonly queue?: () => Promise<QueueStats>
  /** Whether rendering works at the moment. */
  readonly renders?: () => boolean
}

const poolHelp: Readonly<Record<keyof RendererStats, string>> = {
  workers: 'Warm pages of the render pool.',
  busy: 'Warm pages that are drawing.',
  queued: 'Renders waiting for a page.',
  rendered: 'Figures drawn since start.',
  failed: 'Renders that ended in an error since start.',
  restarts: 'Pages and browsers replaced since start.',
}

const queueHelp: Readonly<Record<keyof QueueStats, readonly [name: string, help: string]>> = {
  waiting: ['waiting', 'Renders of all gateways that no worker has begun.'],
  active: ['active', 'Renders that workers hold.'],
  oldestSeconds: [
    'oldest_seconds',
    'Since when the oldest render that is not done was asked for; 0 for none.',
  ],
  failures: ['failures', 'Failed renders that are kept for `plotgate queue list`.'],
  failedTotal: ['failed_total', 'Renders that ever failed for more than what a caller did.'],
  workers: ['workers', 'Workers that live.'],
}

/** How long the queue's state is cached, so that all gauges of a scrape share one query. */
const freshMs = 500

export function createMetrics({ pool, queue, renders }: MetricSources = {}): { registry: Registry } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'plotgate_' })
  for (const name of pool ? (Object.keys(poolHelp) as (keyof RendererStats)[]) : []) {
    new Gauge({
      name: `plotgate_render_${name}`,
      help: poolHelp[name],
      registers,
      collect() {
        const stats = pool?.()
        if (stats) this.set(stats[name])
        // A gauge is 0 until it is set.
        else this.remove()
      },
    })
  }
  if (queue) registerQueueGauges(registers, freshOf(queue))
  if (renders) {
    new Gauge({
      name: 'plotgate_rendering_up',
      help: 'Whether images can be made: 1 while a worker lives, or this process draws by itself.',
      registers,
      collect() {
        this.set(renders() ? 1 : 0)
      },
    })
  }
  return { registry }
}

function registerQueueGauges(registers: Registry[], stats: () => Promise<QueueStats | null>): void {
  for (const key of Object.keys(queueHelp) as (keyof QueueStats)[]) {
    const [name, help] = queueHelp[key]
    new Gauge({
      name: `plotgate_queue_${name}`,
      help,
      registers,
      async collect() {
        const found = await stats()
        if (found) this.set(found[key])
        // An old value would be taken for the current one.
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
