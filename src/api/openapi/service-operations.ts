/** Health, readiness, metrics and the document itself, in the OpenAPI document. */

import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { okAnswer } from '../rest/shapes.ts'
import { everywhere } from './headers.ts'
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

export const servicePaths: ZodOpenApiPathsObject = {
  '/healthz': {
    get: ask('health', 'Alive', 'The process answers; nothing else is checked.', ok('Alive.')),
  },
  '/readyz': {
    get: ask(
      'readiness',
      'Ready',
      'The store answers and, where this process renders, a canary was rendered; behind a shared queue the store alone decides. Checked at most once a second, for at most 5 s.',
      ok('Ready.'),
      refusalsOf(503),
    ),
  },
  '/readyz/rendering': {
    get: ask(
      'renderingReadiness',
      'Images can be made',
      'A canary was rendered, here or by a worker of the shared queue. A gateway is ready without: it creates graphs and serves what is stored. Checked at most once a second, for at most 5 s.',
      ok('Images are made.'),
      refusalsOf(503),
    ),
  },
  '/metrics': {
    get: ask(
      'metrics',
      'Measurements for Prometheus',
      'In its text format. Answered to callers of the machine that the service runs on, and to nobody for whom a proxy asks; with `METRICS_ADDRESS` it is served at that address alone.',
      of('The measurements.', 'text/plain', { type: 'string' }),
      refusalsOf(404),
    ),
  },
  '/v1/openapi.json': {
    get: ask('openapi', 'This document', 'With the addresses and limits of this installation.', {
      ...of('The document.', 'application/json', { type: 'object' }),
    }),
  },
}
