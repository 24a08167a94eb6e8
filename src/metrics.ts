/** What `/metrics` tells (Prometheus): the process and the render pool; the HTTP server adds its own. */

import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { RendererStats } from './domain/image/ports.ts'

const help: Readonly<Record<keyof RendererStats, string>> = {
  workers: 'Warm pages of the render pool.',
  busy: 'Warm pages that are drawing.',
  queued: 'Renders waiting for a page.',
  rendered: 'Figures drawn since start.',
  failed: 'Renders that ended in an error since start.',
  restarts: 'Pages and browsers replaced since start.',
}

/** `stats` is absent on a gateway whose renders are made by workers. */
export function createMetrics(stats?: () => RendererStats): { registry: Registry } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'plotgate_' })
  if (stats) {
    for (const name of Object.keys(help) as (keyof RendererStats)[]) {
      new Gauge({
        name: `plotgate_render_${name}`,
        help: help[name],
        registers: [registry],
        collect() {
          this.set(stats()[name])
        },
      })
    }
  }
  return { registry }
}
