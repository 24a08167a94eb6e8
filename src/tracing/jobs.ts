/** Continues the trace of a render at the worker that takes its job. */

import { SpanKind } from '@opentelemetry/api'
import type { JobTraces } from '../job-queue/jobs.ts'
import type { Spans } from './spans.ts'

export const traceJobs = (spans: Spans): JobTraces => ({
  carry() {
    const headers = spans.inject()
    return 'traceparent' in headers ? JSON.stringify(headers) : undefined
  },

  resume: (carried, addedAt, work) =>
    spans.extract(carried === undefined ? {} : JSON.parse(carried), () => {
      // The clocks of machines differ, and a wait cannot be negative.
      const startTime = Math.min(addedAt, Date.now())
      spans.begin('queue wait', { kind: SpanKind.CONSUMER, startTime }).end()
      return spans.during('job', work, { kind: SpanKind.CONSUMER })
    }),
})
