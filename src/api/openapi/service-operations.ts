/** Health, readiness, metrics and the document itself, in the OpenAPI document. */

import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { okAnswer } from '../rest/shapes.ts'
import { cacheHeaders, everywhere } from './headers.ts'
import { refusalsOf } from './responses.ts'

function ask(
  operationId: string,
  summary: string,
  description: string,
  content: ZodOpenApiResponseObject,
  responses: ZodOpenApiOperationObject['responses'] = {},
): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ['Service'],
    summary,
    description,
    security: [],
    responses: { 200: content, ...responses },
  }
}

const ok = (description: string) => ({
  description,
  headers: everywhere,
  content: { 'application/json': { schema: okAnswer } },
})

const of = (description: string, mediaType: string, schema: object) => ({
  description,
  headers: everywhere,
  content: { [mediaType]: { schema } },
})

const documentHeaders = { ...everywhere, ...cacheHeaders }

export const servicePaths: ZodOpenApiPathsObject = {
  '/healthz': {
    get: ask('health', 'Alive', 'The process answers. Nothing else is checked.', ok('Alive.')),
  },
  '/readyz': {
    get: ask(
      'readiness',
      'Ready',
      'The store answers and, if this process renders, a test image was rendered. With a shared queue, only the store is checked. Checked at most once a second, for at most 5 s.',
      ok('Ready.'),
      refusalsOf(503),
    ),
  },
  '/readyz/rendering': {
    get: ask(
      'renderingReadiness',
      'Rendering works',
      'A test image was rendered, by this process or by a worker of the shared queue. A gateway is ready even if this fails, because it can create graphs and serve stored files. Checked at most once a second, for at most 5 s.',
      ok('Rendering works.'),
      refusalsOf(503),
    ),
  },
  '/metrics': {
    get: ask(
      'metrics',
      'Metrics for Prometheus',
      'In the text format of Prometheus. Only for callers on the machine of the service that do not come through a proxy. With `METRICS_ADDRESS`, it is served only at that address.',
      of('The metrics.', 'text/plain', { type: 'string' }),
      refusalsOf(404),
    ),
  },
  '/v1/openapi.json': {
    get: ask(
      'openapi',
      'This document',
      'This OpenAPI document, with the addresses and limits of this installation.',
      {
        ...of('The document.', 'application/json', { type: 'object' }),
        headers: documentHeaders,
      },
      {
        304: { description: 'Unchanged since the answer with this ETag.', headers: documentHeaders },
        ...refusalsOf(412),
      },
    ),
  },
}
