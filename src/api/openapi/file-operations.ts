/** The files of a graph, served from {plot_url} (spec 1, 2; contract, "Files under {plot_url}"). */

import { z } from 'zod'
import type {
  ZodOpenApiHeadersObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { imageFormats } from '../../domain/image/formats.ts'
import { maxImagePixels } from '../../domain/image/look.ts'
import type { HttpConfig } from '../../http/routing/deps.ts'
import { graphId } from '../rest/shapes.ts'
import {
  cacheHeaders,
  drawnByHeaders,
  everywhere,
  nameHeaders,
  rangeHeaders,
  versionHeaders,
} from './headers.ts'
import { fileContent, lookParameters, mediaTypeOf } from './image-parameters.ts'
import { fileRefusals, refusalsOf } from './responses.ts'

const path = z.object({ graph_id: graphId })

const download = {
  download: z.string().optional().meta({
    description: 'Downloads the file instead of showing it. The value is ignored.',
    example: '',
  }),
}

const contentOf = (...mediaTypes: readonly string[]) =>
  Object.fromEntries(mediaTypes.map(type => [type, fileContent(type)]))

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
  /** Headers of the file beside those of every file. Default: its version. */
  readonly headers?: ZodOpenApiHeadersObject
  /** Refusals beside those of every file. */
  readonly refusals?: ZodOpenApiResponsesObject
  /** The responses instead of those of a file. */
  readonly responses?: ZodOpenApiResponsesObject
}

/** By path below {plot_url}. */
const operations: Readonly<Record<string, FileOperation>> = {
  '/{graph_id}': {
    operationId: 'openPlot',
    summary: 'The interactive plot page (permalink)',
    description:
      'Shows the image at once, then becomes interactive, and is updated when the graph changes. ?embed adapts it to an iframe. An @ and a number after the id select a version, for the page and all files: /{graph_id}@3.png. ?version=3 redirects there.',
    mediaTypes: ['text/html'],
    requestParams: {
      path,
      query: z.object({
        embed: z.string().optional().meta({
          description: 'Leaves out header and footer, for an iframe. The value is ignored.',
          example: '',
        }),
        theme: z.enum(['light', 'dark', 'auto']).optional().meta({
          description:
            'The theme of the page. Default: the preference of the reader. In an iframe, the default is light, unless the embedding page has set another theme; auto selects the preference of the reader.',
        }),
        locale: lookParameters.shape.locale,
        live: z.enum(['on', 'off']).optional().meta({
          description: 'Whether the page is updated when the graph changes. Default: on.',
        }),
      }),
    },
    refusals: fileRefusals(400),
  },
  '/{graph_id}.html': {
    operationId: 'downloadPlot',
    summary: 'The standalone html file',
    description: 'The interactive plot as a single file to download, which works without a network.',
    mediaTypes: ['text/html'],
    requestParams: {
      path,
      query: z.object({
        theme: z
          .enum(['light', 'dark', 'auto'])
          .optional()
          .meta({ description: 'The theme of the page. Default: the preference of the reader.' }),
      }),
    },
    headers: { ...versionHeaders, ...nameHeaders },
    refusals: fileRefusals(400),
  },
  '/{graph_id}.{format}': {
    operationId: 'drawChart',
    summary: 'The chart image (image_url is its png)',
    description: `Rendered when the graph is created, other formats and parameters on the first request. width × height × scale² is at most ${maxImagePixels / 1e6} million. Range requests are supported. Resources on other machines are not fetched; the chart is drawn without them.`,
    mediaTypes: imageFormats.map(mediaTypeOf),
    requestParams: {
      path: path.extend({ format: z.enum(imageFormats) }),
      query: lookParameters.extend({
        ...download,
        stale: z.string().optional().meta({
          description:
            'While the newest version is not yet rendered, returns the newest existing image; Plotgate-Version tells its version. The value is ignored.',
          example: '',
        }),
      }),
    },
    headers: { ...versionHeaders, ...nameHeaders, ...drawnByHeaders },
    refusals: { ...refusalsOf(403), ...fileRefusals(400, 413, 422, 504) },
  },
  '/{graph_id}/qr': {
    operationId: 'showQrCode',
    summary: 'The permalink as a QR code',
    description: 'As svg, dark on a light background.',
    mediaTypes: ['image/svg+xml'],
    requestParams: { path },
    refusals: fileRefusals(400),
  },
  '/{graph_id}/events': {
    operationId: 'followGraph',
    summary: 'Events for each new version',
    description:
      'Server-sent events: a `version` event for each change, with the version number as id and in the data, {"version": 4}, and a `gone` event when the graph is deleted. With Last-Event-ID or ?after, a version that was missed is sent at once. With ?poll, a single answer: 200 with {"version": 4}, or 204 after 25 seconds without a change. The number of followers is limited, per IP address and in total.',
    mediaTypes: [],
    requestParams: {
      path,
      query: z.object({
        after: z
          .int()
          .min(0)
          .optional()
          .meta({ description: 'The version that the client already has.', example: 3 }),
        poll: z
          .string()
          .optional()
          .meta({ description: 'A single answer instead of a stream. The value is ignored.', example: '' }),
      }),
      header: z.object({
        'Last-Event-ID': z.string().optional().meta({ description: 'Sent by browsers when they reconnect.' }),
      }),
    },
    responses: {
      200: {
        description: 'The events, or with ?poll the newest version.',
        headers: everywhere,
        content: contentOf('text/event-stream', 'application/json'),
      },
      204: { description: 'With ?poll: no change within 25 seconds.', headers: everywhere },
      ...refusalsOf(404, 429, 500),
      ...fileRefusals(400, 503),
    },
  },
  '/{graph_id}.json': {
    operationId: 'downloadFigure',
    summary: 'The figure itself',
    description:
      '{data, layout, frames?}, as accepted by all Plotly libraries. The data is byte for byte as submitted.',
    mediaTypes: ['application/json'],
    requestParams: { path, query: z.object(download) },
    headers: { ...versionHeaders, ...nameHeaders },
    refusals: fileRefusals(400),
  },
  '/{graph_id}.csv': {
    operationId: 'downloadTable',
    summary: 'The data as a table',
    description:
      'RFC 4180 in UTF-8, with numbers exactly as submitted; typed arrays are decoded. One trace: its arrays as columns. A matrix: a grid with x in the first row and y in the first column. Traces that share their x, y, labels, locations or theta: that column once, followed by one column per trace. Other traces: one row per point, with the trace in the first column. An animation: one row per point of each frame, with the frame and the trace in the first two columns. Missing values are empty cells. Texts that a spreadsheet would read as a formula (beginning with =, +, -, @, a tab or a line break, after any number of apostrophes) are prefixed with one apostrophe, which programs should remove. Tables that would consist mostly of empty cells, such as columns of very different lengths, have one row per value instead: trace, column, row, value.',
    mediaTypes: ['text/csv'],
    requestParams: { path, query: z.object(download) },
    headers: { ...versionHeaders, ...nameHeaders },
    refusals: fileRefusals(400),
  },
  '/oembed': {
    operationId: 'oembed',
    summary: 'oEmbed',
    description: 'For editors and chats that show a permalink as an embedded chart (oembed.com).',
    mediaTypes: ['application/json'],
    requestParams: {
      query: z.object({
        url: z.url().meta({ description: 'The permalink of a graph.' }),
        maxwidth: z.int().min(1).optional().meta({ description: 'The maximum width in pixels.' }),
        maxheight: z.int().min(1).optional().meta({ description: 'The maximum height in pixels.' }),
        format: z.literal('json').optional().meta({ description: 'The format of the answer.' }),
      }),
    },
    headers: {},
    refusals: fileRefusals(400, 501),
  },
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
  const server = within ? {} : { servers: [{ url: plotUrl, description: '{plot_url}' }] }
  return Object.fromEntries(
    Object.entries(operations).map(([path, operation]) => [
      `${prefix}${path}`,
      { get: { ...presentOperation(operation), ...server } },
    ]),
  )
}

function presentOperation({ mediaTypes, headers, refusals, responses, ...operation }: FileOperation) {
  return {
    ...operation,
    tags: ['Files'],
    security: [],
    responses: responses ?? {
      ...fileResponses({ ...everywhere, ...cacheHeaders, ...(headers ?? versionHeaders) }, mediaTypes),
      ...refusals,
    },
  } satisfies ZodOpenApiOperationObject
}

/** What `sendFile` answers: conditional requests and ranges (RFC 9110) are possible for every file. */
const fileResponses = (headers: ZodOpenApiHeadersObject, mediaTypes: readonly string[]) => ({
  200: { description: 'The file.', headers, content: contentOf(...mediaTypes) },
  206: { description: 'The requested range.', headers: { ...headers, ...rangeHeaders } },
  304: { description: 'Unchanged since the answer with this ETag.', headers },
  ...refusalsOf(404, 412, 429, 500),
  ...fileRefusals(416, 503),
})
