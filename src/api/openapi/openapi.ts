/** The OpenAPI document (3.1), made from the schemas that answers are tested against. */

import { createDocument } from 'zod-openapi'
import type { HttpConfig } from '../../http/deps.ts'
import { filePaths } from './file-operations.ts'
import { graphPaths } from './operations.ts'
import { renderPaths } from './render-operation.ts'
import { servicePaths } from './service-operations.ts'

export type OpenApiSettings = Pick<HttpConfig, 'baseUrl' | 'plotUrl' | 'maxBodyBytes' | 'rateLimit'>

/** The settings of the committed schema/openapi.json: the defaults of the contract. */
const defaultSettings: OpenApiSettings = {
  baseUrl: 'http://127.0.0.1:3000',
  plotUrl: 'http://127.0.0.1:3000/p',
  maxBodyBytes: 10 * 1024 * 1024,
  rateLimit: { points: 6000, seconds: 60 },
}

export function openApiDocument(settings: OpenApiSettings = defaultSettings) {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Plotgate',
      version: '1.0.0',
      summary: 'Stores graphs and serves each as JSON, as an interactive plot page and as an image.',
      description: description(settings),
      contact: { name: 'Whoever runs this service', url: settings.baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: settings.baseUrl, description: '{base_url}' }],
    tags: [
      {
        name: 'Graphs',
        description:
          '/graph returns everything: identifiers, addresses, data and layout; it also deletes. /plot returns the graph_id and the permalink. /chart returns the graph_id and the image_url. All three create the same kind of graph, and each can read what another made.',
      },
      {
        name: 'Files',
        description:
          'Pages and images: of graphs, served from {plot_url}, and of figures that are not stored. Errors are pages for browsers and the envelope for programs. The files of a graph need no credential, and none is ever looked at.',
      },
      { name: 'Service', description: 'For operators and tools.' },
    ],
    paths: { ...graphPaths, ...renderPaths, ...filePaths(settings), ...servicePaths },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key from the account page, ${settings.baseUrl}/account.`,
        },
      },
    },
  })
}

function description({ plotUrl, maxBodyBytes, rateLimit }: OpenApiSettings): string {
  const limits = rateLimit
    ? `A key may create ${rateLimit.points} graphs in ${rateLimit.seconds} s and delete as many; an address may read ${rateLimit.points * 10} times in that time. Every counted answer says where you stand in \`RateLimit-Policy\` and \`RateLimit\` (draft-ietf-httpapi-ratelimit-headers-10). Keys that are refused count too, 60 a minute for an address; a valid key is never held up by that. All addresses of one IPv6 /64 count as one.`
    : 'This installation counts no requests.'
  return `Send a Plotly figure, get back a stored graph: its JSON, an interactive page and a png, all at lasting addresses under ${plotUrl}.

**Every answer** of the operations below is a JSON object with a boolean \`ok\`. When it is false, \`error\` has a stable \`code\`, a \`message\` that says what to do, and often \`details\` with the place of each fault. Query parameters other than those told here mean nothing to these operations and are passed over; so does \`Authorization\` to reads.

**Order of refusal**: 404 (no such path), 405 (with \`Allow\`), 401, 403, 429, 415, 413, 400, 422. Requests that are no HTTP are refused with 400 \`invalid_request\`, headers beyond 16 KiB with 431 \`headers_too_large\`, a request that takes more than 120 s to arrive with 408 \`request_timeout\`.

**Bodies** are \`application/json\` in UTF-8, at most ${maxBodyBytes} bytes; \`Content-Encoding\` may be gzip, br, deflate or zstd, and the bound counts after inflating. \`Expect: 100-continue\` is honoured: a refusal that needs no body comes before it is sent.

**Limits**: ${limits}

**Other origins** may read everything, and create and delete with a key (CORS); cookies are never part of it.

**Retries** of a create are safe with an \`Idempotency-Key\`.

**Versions**: paths begin with /v1. Within it, answers only ever gain headers and error codes, never other fields; what would break a client gets a new prefix.`
}
