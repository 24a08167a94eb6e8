/** The REST operations (spec 4) in the OpenAPI document. */

import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { chartAnswer, exampleId, graphAnswer, okAnswer, plotAnswer, versionQuery } from '../rest/shapes.ts'
import {
  cacheHeaders,
  everywhere,
  rateHeaders,
  tagHeaders,
  versionHeaders,
  warningHeaders,
} from './headers.ts'
import { figureBody, figureHeaders, graphPath, keyed } from './requests.ts'
import { refusalsOf } from './responses.ts'
import { appendPoints, ifMatch, updateGraph } from './version-operations.ts'

type Answer = typeof graphAnswer | typeof plotAnswer | typeof chartAnswer | typeof okAnswer

const json = (schema: Answer) => ({ 'application/json': { schema } })

function create(operationId: string, summary: string, answer: Answer): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ['Graphs'],
    summary,
    description:
      'Creates a graph from data and an optional layout. When this is answered, the graph is on disk, and its page and its image are available. Needs a key with the scope graphs:write.',
    security: keyed,
    requestParams: {
      header: figureHeaders,
    },
    requestBody: figureBody,
    responses: {
      201: {
        description: 'The graph was created.',
        headers: {
          ...everywhere,
          ...rateHeaders,
          ...warningHeaders,
          ...versionHeaders,
          ...tagHeaders,
          Location: {
            description: 'The path at which the graph can be read.',
            schema: { type: 'string' },
            example: `/v1/graph/${exampleId}`,
          },
        },
        content: json(answer),
      },
      ...refusalsOf(400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 500, 503),
    },
  }
}

function read(operationId: string, summary: string, answer: Answer): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ['Graphs'],
    summary,
    description:
      'Needs no credentials, because everyone who knows the graph_id may read the graph. HEAD is supported too.',
    security: [],
    requestParams: {
      path: graphPath,
      query: z.object({ version: versionQuery.optional() }),
      header: z.object({
        'If-None-Match': z.string().optional().meta({ description: 'The ETag of an earlier answer.' }),
        'If-Match': z.string().optional().meta({
          description: 'The ETag of an earlier answer. If the graph has changed since, the answer is 412.',
        }),
      }),
    },
    responses: {
      200: {
        description: 'The graph exists.',
        headers: { ...everywhere, ...rateHeaders, ...versionHeaders, ...cacheHeaders },
        content: json(answer),
      },
      304: {
        description: 'Unchanged since the answer with this ETag.',
        headers: { ...everywhere, ...rateHeaders, ...versionHeaders, ...cacheHeaders },
      },
      ...refusalsOf(400, 404, 412, 429, 500, 503),
    },
  }
}

const remove: ZodOpenApiOperationObject = {
  operationId: 'deleteGraph',
  tags: ['Graphs'],
  summary: 'Delete a graph',
  description:
    'Removes all resources of an existing graph: data and generated files. Needs a key with the scope graphs:delete of the account that owns the graph.',
  security: keyed,
  requestParams: { path: graphPath, header: z.object({ 'If-Match': ifMatch }) },
  responses: {
    200: {
      description: 'The data and all generated files of the graph were removed.',
      headers: { ...everywhere, ...rateHeaders },
      content: json(okAnswer),
    },
    ...refusalsOf(400, 401, 403, 404, 412, 429, 500, 503),
  },
}

export const graphPaths: ZodOpenApiPathsObject = {
  '/v1/graph': {
    post: create('createGraph', 'Create a graph and return all created resources', graphAnswer),
  },
  '/v1/graph/{graph_id}': {
    get: read('readGraph', 'Read a previously created graph', graphAnswer),
    put: updateGraph,
    delete: remove,
  },
  '/v1/graph/{graph_id}/points': { post: appendPoints },
  '/v1/plot': {
    post: create('createPlot', 'Create a graph and return the location of its interactive plot', plotAnswer),
  },
  '/v1/plot/{graph_id}': {
    get: read('readPlot', 'Read the interactive plot location of a previously created graph', plotAnswer),
  },
  '/v1/chart': { post: create('createChart', 'Create a graph and return its chart image', chartAnswer) },
  '/v1/chart/{graph_id}': {
    get: read('readChart', 'Read the chart image location of a previously created graph', chartAnswer),
  },
}
