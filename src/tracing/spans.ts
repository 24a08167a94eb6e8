/** Creates spans. Uses no global state: tracing is injected when a process is built. */

import {
  type Attributes,
  type ContextManager,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type TimeInput,
  type Tracer,
  trace,
} from '@opentelemetry/api'

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** In milliseconds since 1970, if the span began earlier. */
  readonly startTime?: TimeInput
}

export interface OpenSpan {
  readonly span: Span
  /** Runs `work` with this span as the parent. */
  within<T>(work: () => T): T
  end(error?: unknown): void
}

/** A trace context, as headers of W3C Trace Context. */
export type Headers = Record<string, unknown>

export interface Spans {
  /** Begins a child of the current span. */
  begin(name: string, options?: SpanOptions): OpenSpan
  /** Runs `work` in a span. */
  during<T>(name: string, work: () => Promise<T>, options?: SpanOptions): Promise<T>
  /** Captures the current context, for running other work in it later. */
  keep(): <T>(work: () => T) => T
  /** The current context as headers, for another process. Empty outside a trace. */
  inject(): Record<string, string>
  /** Runs `work` in the context of these headers. */
  extract<T>(headers: Headers, work: () => T): T
}

export interface SpanSource {
  readonly tracer: Tracer
  readonly contexts: ContextManager
  readonly propagator: TextMapPropagator
}

export function createSpans({ tracer, contexts, propagator }: SpanSource): Spans {
  function begin(name: string, options: SpanOptions = {}): OpenSpan {
    const around = contexts.active()
    const span = tracer.startSpan(name, options, around)
    const inside = trace.setSpan(around, span)
    return {
      span,
      within: work => contexts.with(inside, work),
      end(error) {
        if (error !== undefined) fail(span, error)
        span.end()
      },
    }
  }

  return {
    begin,

    async during(name, work, options) {
      const open = begin(name, options)
      try {
        const result = await open.within(work)
        open.end()
        return result
      } catch (error) {
        open.end(error ?? 'failed')
        throw error
      }
    },

    keep() {
      const here = contexts.active()
      return work => contexts.with(here, work)
    },

    inject() {
      const headers: Record<string, string> = {}
      propagator.inject(contexts.active(), headers, defaultTextMapSetter)
      return headers
    },

    extract: (headers, work) =>
      contexts.with(propagator.extract(contexts.active(), headers, defaultTextMapGetter), work),
  }
}

/** Codes alone: messages may quote a figure. */
function fail(span: Span, error: unknown): void {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  const type = String(code ?? name ?? 'error')
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR, message: type })
}
