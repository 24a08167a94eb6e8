/** The files of a graph, served from {plot_url} (spec 1, 2; contract, "Files under {plot_url}"). */

import { z } from 'zod'
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { imageFormats, maxImagePixels } from '../../domain/graph/graph.ts'
import { graphId } from '../rest/shapes.ts'
import { lookParameters, mediaTypeOf } from './image-parameters.ts'
import { cacheHeaders, everywhere, fileRefusals, refusalsOf } from './responses.ts'

const path = z.object({ graph_id: graphId })

interface FileOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly mediaTypes: readonly string[]
  readonly requestParams: { readonly path?: z.ZodObject; readonly query?: z.ZodObject }
  readonly responses?: ZodOpenApiResponsesObject
}

export function filePaths(plotUrl: string): ZodOpenApiPathsObject {
  const file = ({ mediaTypes, responses, ...operation }: FileOperation): ZodOpenApiPathItemObject => ({
    get: {
      ...operation,
      servers: [{ url: plotUrl, description: '{plot_url}' }],
      tags: ['Files'],
      security: [],
      responses: {
        200: {
          description: 'The file.',
          headers: { ...everywhere, ...cacheHeaders },
          content: Object.fromEntries(mediaTypes.map(type => [type, { schema: {} }])),
        },
        304: {
          description: 'Unchanged since the ETag that was sent.',
          headers: { ...everywhere, ...cacheHeaders },
        },
        ...refusalsOf(404, 429, 500, 503),
        ...responses,
      },
    },
  })

  return {
    '/{graph_id}': file({
      operationId: 'openPlot',
      summary: 'The interactive plot page (permalink)',
      description:
        'Shows the picture at once, then becomes interactive. With ?embed it is made for an iframe. The page can be shared.',
      mediaTypes: ['text/html'],
      requestParams: {
        path,
        query: z.object({
          embed: z.string().optional().meta({
            description: 'Without header and footer, for an iframe; with any value or none.',
            example: '',
          }),
          theme: lookParameters.shape.theme,
        }),
      },
      responses: fileRefusals(400),
    }),
    '/{graph_id}.html': file({
      operationId: 'downloadPlot',
      summary: 'The standalone html file',
      description: 'The interactive plot in one file, as a download. It works with no network.',
      mediaTypes: ['text/html'],
      requestParams: { path },
    }),
    '/{graph_id}.{format}': file({
      operationId: 'drawChart',
      summary: 'The chart image (image_url is its png)',
      description: `Made when the graph is created, or on the first request for another format or look. width × height × scale² is at most ${maxImagePixels / 1e6} million. Ranges are answered. What the figure names on other machines is not fetched: the chart is drawn without it.`,
      mediaTypes: imageFormats.map(mediaTypeOf),
      requestParams: { path: path.extend({ format: z.enum(imageFormats) }), query: lookParameters },
      responses: {
        206: { description: 'The range that was asked for.', headers: everywhere },
        ...fileRefusals(400, 413, 416, 422, 503, 504),
      },
    }),
    '/{graph_id}.json': file({
      operationId: 'downloadFigure',
      summary: 'The figure itself',
      description:
        '{data, layout, frames?}, as any Plotly library takes it; data byte for byte as it was submitted.',
      mediaTypes: ['application/json'],
      requestParams: { path },
    }),
    '/oembed': file({
      operationId: 'oembed',
      summary: 'oEmbed',
      description: 'For editors and chats that turn a permalink into an embedded chart (oembed.com).',
      mediaTypes: ['application/json'],
      requestParams: {
        query: z.object({ url: z.url().meta({ description: 'The permalink of a graph.' }) }),
      },
      responses: fileRefusals(400),
    }),
  }
}
