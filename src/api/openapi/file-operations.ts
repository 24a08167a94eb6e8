/** The files of a graph, served from {plot_url} (spec 1, 2; contract, "Files under {plot_url}"). */

import { z } from 'zod'
import type {
  ZodOpenApiHeadersObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { imageFormats } from '../../domain/image/formats.ts'
import { maxImagePixels } from '../../domain/image/look.ts'
import type { HttpConfig } from '../../http/deps.ts'
import { graphId } from '../rest/shapes.ts'
import { cacheHeaders, drawnByHeaders, everywhere, versionHeaders } from './headers.ts'
import { fileContent, lookParameters, mediaTypeOf } from './image-parameters.ts'
import { fileRefusals, refusalsOf } from './responses.ts'

const path = z.object({ graph_id: graphId })

interface FileOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly mediaTypes: readonly string[]
  readonly requestParams: {
    readonly path?: z.ZodObject
    readonly query?: z.ZodObject
    readonly header?: z.ZodObject
  }
  readonly headers?: ZodOpenApiHeadersObject
  readonly responses?: ZodOpenApiResponsesObject
}

/**
 * If {plot_url} is below {base_url}, the paths include the difference, because generated clients use one server. Otherwise
 * each operation names its own server.
 */
export function filePaths({
  baseUrl,
  plotUrl,
}: Pick<HttpConfig, 'baseUrl' | 'plotUrl'>): ZodOpenApiPathsObject {
  const base = baseUrl.replace(/\/+$/, '')
  const within = plotUrl.startsWith(`${base}/`)
  const prefix = within ? plotUrl.slice(base.length).replace(/\/+$/, '') : ''
  const file = ({
    mediaTypes,
    headers,
    responses,
    ...operation
  }: FileOperation): ZodOpenApiPathItemObject => ({
    get: {
      ...operation,
      ...(!within && { servers: [{ url: plotUrl, description: '{plot_url}' }] }),
      tags: ['Files'],
      security: [],
      responses: {
        200: {
          description: 'The file.',
          headers: { ...everywhere, ...versionHeaders, ...cacheHeaders, ...headers },
          content: Object.fromEntries(mediaTypes.map(type => [type, fileContent(type)])),
        },
        304: {
          description: 'Unchanged since the ETag that was sent.',
          headers: { ...everywhere, ...cacheHeaders },
        },
        ...refusalsOf(404, 412, 429, 500, 503),
        ...responses,
      },
    },
  })

  return {
    [`${prefix}/{graph_id}`]: file({
      operationId: 'openPlot',
      summary: 'The interactive plot page (permalink)',
      description:
        'Shows the picture at once, then becomes interactive, and follows the graph when it changes. With ?embed it is made for an iframe. The page can be shared. An @ and a number after the id, on the page and on every file, name a version: /{graph_id}@3.png.',
      mediaTypes: ['text/html'],
      requestParams: {
        path,
        query: z.object({
          embed: z.string().optional().meta({
            description: 'Without header and footer, for an iframe; with any value or none.',
            example: '',
          }),
          theme: z.enum(['light', 'dark', 'auto']).optional().meta({
            description:
              'Of the page; as the reader prefers by default. A page in an iframe is light, or as the page around it says; with auto it is as the reader prefers.',
          }),
          locale: lookParameters.shape.locale,
          live: z
            .literal('off')
            .optional()
            .meta({ description: 'The page stays as it is when the graph changes.' }),
        }),
      },
      responses: fileRefusals(400),
    }),
    [`${prefix}/{graph_id}.html`]: file({
      operationId: 'downloadPlot',
      summary: 'The standalone html file',
      description: 'The interactive plot in one file, as a download. It works with no network.',
      mediaTypes: ['text/html'],
      requestParams: {
        path,
        query: z.object({
          theme: z
            .enum(['light', 'dark', 'auto'])
            .optional()
            .meta({ description: 'Of the page; as the reader prefers by default.' }),
        }),
      },
      responses: fileRefusals(400),
    }),
    [`${prefix}/{graph_id}.{format}`]: file({
      operationId: 'drawChart',
      summary: 'The chart image (image_url is its png)',
      description: `Made when the graph is created, or on the first request for another format or look. width × height × scale² is at most ${maxImagePixels / 1e6} million. Ranges are answered. What the figure names on other machines is not fetched: the chart is drawn without it.`,
      mediaTypes: imageFormats.map(mediaTypeOf),
      requestParams: {
        path: path.extend({ format: z.enum(imageFormats) }),
        query: lookParameters.extend({
          stale: z.string().optional().meta({
            description:
              'Where the newest version is still to be drawn, the newest image there is; Plotgate-Version says of which version. With any value or none.',
            example: '',
          }),
        }),
      },
      headers: drawnByHeaders,
      responses: {
        206: { description: 'The range that was asked for.', headers: everywhere },
        ...fileRefusals(400, 413, 416, 422, 503, 504),
      },
    }),
    [`${prefix}/{graph_id}/qr`]: file({
      operationId: 'showQrCode',
      summary: 'The permalink as a QR code',
      description: 'For cameras: dark on light, as svg.',
      mediaTypes: ['image/svg+xml'],
      requestParams: { path },
      responses: {
        206: { description: 'The range that was asked for.', headers: everywhere },
        ...fileRefusals(416, 503),
      },
    }),
    [`${prefix}/{graph_id}/events`]: file({
      operationId: 'followGraph',
      summary: 'Word of each new version',
      description:
        'Server-sent events: one `version` event for each change, with its number as id and as data, {"version": 4}; `gone` when the graph is deleted. Last-Event-ID, or ?after, tells at once what was missed. With ?poll it answers once: 200 with {"version": 4}, or 204 after 25 seconds without a change. The number of followers is bounded for each address and in all.',
      mediaTypes: ['text/event-stream', 'application/json'],
      requestParams: {
        path,
        query: z.object({
          after: z
            .int()
            .min(0)
            .optional()
            .meta({ description: 'The version that is known already.', example: 3 }),
          poll: z
            .string()
            .optional()
            .meta({ description: 'One answer instead of a stream; with any value or none.', example: '' }),
        }),
        header: z.object({
          'Last-Event-ID': z
            .string()
            .optional()
            .meta({ description: 'As browsers send it when they connect again.' }),
        }),
      },
      responses: {
        204: { description: 'With ?poll: no change came in time.', headers: everywhere },
        ...fileRefusals(400),
      },
    }),
    [`${prefix}/{graph_id}.json`]: file({
      operationId: 'downloadFigure',
      summary: 'The figure itself',
      description:
        '{data, layout, frames?}, as any Plotly library takes it; data byte for byte as it was submitted.',
      mediaTypes: ['application/json'],
      requestParams: { path },
    }),
    [`${prefix}/{graph_id}.csv`]: file({
      operationId: 'downloadTable',
      summary: 'The data as a table',
      description:
        'RFC 4180 in UTF-8, with the digits that were submitted; typed arrays are decoded. One trace: its columns. A matrix: a grid, x above and y at the left. Traces over the same x, y, labels, locations or theta: that column once, then the values of each trace under its name. Other traces: one row a point, the trace in the first column. What is missing is an empty cell. Numbers are never changed. A text that a spreadsheet would take for a formula (it begins with =, +, -, @, a tab or a line break, perhaps behind apostrophes) gets one apostrophe in front; a program takes that away again. What would be nearly all empty cells, such as columns of very unequal lengths, has one row a value instead: trace, column, row, value.',
      mediaTypes: ['text/csv'],
      requestParams: { path },
      responses: {
        206: { description: 'The range that was asked for.', headers: everywhere },
        ...fileRefusals(416, 503),
      },
    }),
    [`${prefix}/oembed`]: file({
      operationId: 'oembed',
      summary: 'oEmbed',
      description: 'For editors and chats that turn a permalink into an embedded chart (oembed.com).',
      mediaTypes: ['application/json'],
      requestParams: {
        query: z.object({ url: z.url().meta({ description: 'The permalink of a graph.' }) }),
      },
      responses: fileRefusals(400, 501),
    }),
  }
}
