/** Operations that change graphs, in the OpenAPI document (contract, "Versions"). */

import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import {
  exampleId,
  examplePoints,
  graphAnswer,
  idempotencyKey,
  plotAnswer,
  pointsRequest,
} from '../rest/shapes.ts'
import { everywhere, rateHeaders, tagHeaders, versionHeaders, warningHeaders } from './headers.ts'
import { figureBody, figureHeaders, graphPath, keyed } from './requests.ts'
import { refusalsOf } from './responses.ts'

/** The `If-Match` header of operations that change a graph. */
export const ifMatch = z
  .string()
  .optional()
  .meta({
    description:
      'The ETag of a read. If that version is no longer the newest, nothing is changed and the answer is 412.',
    example: `"x7Lq2w.${exampleId}.3"`,
  })

export const updateGraph: ZodOpenApiOperationObject = {
  operationId: 'updateGraph',
  tags: ['Graphs'],
  summary: 'Replace the figure of a graph',
  description:
    'Creates a new version with the same graph_id, permalink and image_url. The body has the same format and checks as for a create. The 20 newest older versions are kept, unless the operator has set another number; `?version=` reads them. Open pages of the graph are updated. Needs a key with the scope graphs:write of the account that owns the graph.',
  security: keyed,
  requestParams: {
    path: graphPath,
    header: z.object({ 'If-Match': ifMatch, ...figureHeaders.shape }),
  },
  requestBody: figureBody,
  responses: {
    200: {
      description: 'The figure was stored as the newest version of the graph.',
      headers: {
        ...everywhere,
        ...rateHeaders,
        ...versionHeaders,
        ...warningHeaders,
        ...tagHeaders,
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
    'Creates a new version by appending values to arrays of traces, so that the rest need not be sent again. Numbers are kept exactly as sent. If any set of points is invalid, nothing is changed. When this is answered, the points are on disk. Requests are applied in the order of their answers. With an Idempotency-Key, a retry does not add points twice. Typed arrays (bdata) cannot be appended to. Needs a key with the scope graphs:write of the account that owns the graph.',
  security: keyed,
  requestParams: {
    path: graphPath,
    header: z.object({ 'If-Match': ifMatch, 'Idempotency-Key': idempotencyKey.optional() }),
  },
  requestBody: {
    required: true,
    content: { 'application/json': { schema: pointsRequest, example: examplePoints } },
  },
  responses: {
    200: {
      description: 'The points were added in a new version of the graph.',
      headers: { ...everywhere, ...rateHeaders, ...versionHeaders, ...tagHeaders },
      content: { 'application/json': { schema: plotAnswer } },
    },
    ...refusalsOf(400, 401, 403, 404, 408, 409, 412, 413, 415, 422, 429, 500, 503),
  },
}
