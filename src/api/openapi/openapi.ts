/** The OpenAPI document (3.1), made from the schemas that answers are tested against. */

import { createDocument } from 'zod-openapi'
import type { HttpConfig } from '../../http/routing/deps.ts'
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
      summary: 'Stores Plotly figures and serves each as JSON, as an interactive page and as an image.',
      description: description(settings),
      contact: { name: 'The operator of this service', url: settings.baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: settings.baseUrl, description: '{base_url}' }],
    tags: [
      {
        name: 'Graphs',
        description:
          '/graph returns identifiers, addresses, data and layout, and can delete. /plot returns the graph_id and the permalink. /chart returns the graph_id and the image_url. All three create and read the same graphs.',
      },
      {
        name: 'Files',
        description:
          'Pages and images of graphs, served from {plot_url}, and of figures that are not stored. Errors are pages for browsers and JSON for other clients. The files of a graph need no credentials; credentials that are sent are ignored.',
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
    ? `A key may create ${rateLimit.points} graphs in ${rateLimit.seconds} s and delete as many, and an IP address may read ${rateLimit.points * 10} times in that time. The headers \`RateLimit-Policy\` and \`RateLimit\` of each counted answer tell the limit and what is left (draft-ietf-httpapi-ratelimit-headers-10). Requests with invalid keys are limited to 60 a minute per IP address, which does not affect valid keys. All addresses of an IPv6 /64 network count as one.`
    : 'This installation has no rate limits.'
  return `Send a Plotly figure and get back a stored graph: its JSON, an interactive page and a png, all at permanent addresses under ${plotUrl}.

**Every answer** of the operations below is a JSON object with a boolean \`ok\`. If it is false, \`error\` contains a stable \`code\`, a \`message\` with a remedy, and often \`details\` with the place of each error. Unknown query parameters are ignored, unless they are a known one misspelt, and so is \`Authorization\` in reads.

**Order of checks**: 404 (no such path), 405 (with \`Allow\`), 401, 403, 429, 415, 413, 400, 422. Malformed HTTP is refused with 400 \`invalid_request\`, headers of more than 16 KiB with 431 \`headers_too_large\`, and a request that takes more than 120 s to arrive with 408 \`request_timeout\`.

**Bodies** are \`application/json\` in UTF-8, with at most ${maxBodyBytes} bytes. \`Content-Encoding\` may be gzip, br, deflate or zstd; the limit applies after decompression. \`Expect: 100-continue\` is supported: errors that do not depend on the body are answered before it is sent.

**Limits**: ${limits}

**Other origins** (CORS) may read everything, and may create and delete with a key. Cookies are never accepted.

**Retries** of creates are safe with an \`Idempotency-Key\`.

**Versions**: paths begin with /v1. Later releases may add headers and error codes to its answers, but no fields; breaking changes get a new prefix.`
}
