/** Operations that change graphs, in the OpenAPI document (contract, "Versions"). */

import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import {
  exampleFigure,
  exampleId,
  expires,
  figureRequest,
  graphAnswer,
  graphId,
  idempotencyKey,
  plotAnswer,
  pointsRequest,
  prefer,
} from '../rest/shapes.ts'
import { cacheHeaders, everywhere, rateHeaders, versionHeaders, warningHeaders } from './headers.ts'
import { refusalsOf } from './responses.ts'

const path = z.object({ graph_id: graphId })
const keyed = [{ apiKey: [] }]

/** The `If-Match` header of operations that change a graph. */
export const ifMatch = z
  .string()
  .optional()
  .meta({
    description: 'The ETag of a read: it is done only while that version is the newest.',
    example: `"x7Lq2w.${exampleId}.3"`,
  })

export const updateGraph: ZodOpenApiOperationObject = {
  operationId: 'updateGraph',
  tags: ['Graphs'],
  summary: 'Put another figure in place of the one that is there',
  description:
    'Makes a new version: graph_id, permalink and image_url stay, what they show is new. The body is that of a create and checked like it. Older versions are kept, the newest 20 of them unless the service is set otherwise; `?version=` reads them. Open pages of the graph follow. Needs a key with the scope graphs:write, of the account that made the graph.',
  security: keyed,
  requestParams: {
    path,
    header: z.object({
      'If-Match': ifMatch,
      'Idempotency-Key': idempotencyKey.optional(),
      Prefer: prefer.optional(),
      'Plotgate-Expires': expires.optional(),
    }),
  },
  requestBody: {
    required: true,
    content: { 'application/json': { schema: figureRequest, example: exampleFigure } },
  },
  responses: {
    200: {
      description: 'The figure is the newest version of the graph.',
      headers: {
        ...everywhere,
        ...rateHeaders,
        ...versionHeaders,
        ...warningHeaders,
        ETag: cacheHeaders.ETag,
      },
      content: { 'application/json': { schema: graphAnswer } },
    },
    ...refusalsOf(400, 401, 403, 404, 408, 409, 412, 413, 415, 422, 429, 500, 503),
  },
}

export const appendPoints: ZodOpenApiOperationObject = {
  operationId: 'appendPoints',
  tags: ['Graphs'],
  summary: 'Add points to the traces of a graph',
  description:
    'Makes a new version, without the rest being sent again: the values are added to the arrays of the traces, with the digits they were sent with. All or nothing: where one set does not fit, nothing changes. Points are on disk when this has answered, and in the order of the answers; with an Idempotency-Key a retry adds nothing twice. Typed arrays (bdata) take no points. Needs a key with the scope graphs:write, of the account that made the graph.',
  security: keyed,
  requestParams: {
    path,
    header: z.object({ 'If-Match': ifMatch, 'Idempotency-Key': idempotencyKey.optional() }),
  },
  requestBody: { required: true, content: { 'application/json': { schema: pointsRequest } } },
  responses: {
    200: {
      description: 'The points are in the newest version of the graph.',
      headers: { ...everywhere, ...rateHeaders, ...versionHeaders },
      content: { 'application/json': { schema: plotAnswer } },
    },
    ...refusalsOf(400, 401, 403, 404, 408, 409, 412, 413, 415, 422, 429, 500, 503),
  },
}
