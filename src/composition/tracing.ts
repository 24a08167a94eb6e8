/** Sets up tracing if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise loads nothing. */

import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import { version } from '../release.ts'
import type { Tracing } from '../tracing/tracing.ts'

export type { Tracing } from '../tracing/tracing.ts'

export async function openTracingFor(
  role: 'gateway' | 'worker',
  { tracing }: Config,
  log: Log,
): Promise<Tracing | null> {
  if (tracing === null) return null
  const { openTracing } = await import('../tracing/tracing.ts')
  return openTracing({
    ...tracing,
    role,
    release: version,
    onError: error => log.warn({ err: error }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT'),
  })
}
