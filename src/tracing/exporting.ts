/** Exports traces to an OpenTelemetry collector. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. */

import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { settledWithin } from '../async/with-timeout.ts'
import { createSpans, type Spans } from './spans.ts'

export interface TracingConfig {
  /** The collector's address. Spans are sent to `/v1/traces` below it. */
  readonly endpoint: string
  /** The share of traces that is recorded, from 0 to 1. */
  readonly share: number
  readonly release: string
  readonly role: 'gateway' | 'worker'
  /** Called when sending fails, and again only after it has succeeded in between. */
  readonly onError: (error: unknown) => void
}

export interface Exporting {
  readonly spans: Spans
  /** Sends pending spans, for at most two seconds. */
  close(): Promise<void>
}

/** The time limit for sending pending spans. */
const closeMs = 2_000

/** If the collector is unavailable, only the spans are lost. */
export function openExporting({ endpoint, share, release, role, onError }: TracingConfig): Exporting {
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override our names.
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'plotgate',
        'service.version': release,
        'plotgate.role': role,
        'process.pid': process.pid,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
  const sampler = new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    resource,
    // Samples traces started by callers too; otherwise any caller could have everything recorded.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingErrors(
          new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: closeMs }),
          onError,
        ),
        scheduledDelayMillis: 1_000,
      }),
    ],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  const tracer = provider.getTracer('plotgate', release)
  return {
    spans: createSpans({ tracer, contexts, propagator: new W3CTraceContextPropagator() }),
    async close() {
      await settledWithin(provider.shutdown(), closeMs)
      contexts.disable()
    },
  }
}

/** Reports errors of the exporter, which the SDK does not. */
function reportingErrors(exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter {
  let reported = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !reported) onError(result.error)
        reported = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
