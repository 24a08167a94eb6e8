/** Traces for an OpenTelemetry collector. Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT names one. */

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
  /** Of the collector; spans go to `/v1/traces` below it. */
  readonly endpoint: string
  /** Of traces, from 0 to 1. */
  readonly share: number
  readonly release: string
  readonly role: 'gateway' | 'worker'
  /** Told when spans could not be sent, and again only after some could. */
  readonly onError: (error: unknown) => void
}

export interface Exporting {
  readonly spans: Spans
  /** Sends what is still here, for at most two seconds. */
  close(): Promise<void>
}

/** The collector has no say in how long an end takes. */
const closeMs = 2_000

/** A collector that is away costs nothing but the spans. */
export function openExporting({ endpoint, share, release, role, onError }: TracingConfig): Exporting {
  // What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say goes before our own names.
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
    // The same share of what callers bring: else each of them could have everything recorded.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellingFaults(
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

/** The SDK itself keeps such faults to itself. */
function tellingFaults(exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter {
  let told = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !told) onError(result.error)
        told = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
