/** Response headers in the OpenAPI document. */

import type { ZodOpenApiHeadersObject } from 'zod-openapi'

export const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string' as const },
  ...(example !== undefined && { example }),
})

export const everywhere = {
  'X-Request-Id': text(
    'Names this request in the logs of the service. One that you send (1 to 128 of A-Z a-z 0-9 . _ : -) is kept.',
    '0b5e9fcf-6630-4213-9bad-968c99a5eb43',
  ),
} satisfies ZodOpenApiHeadersObject

/** The two headers of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateHeaders = {
  'RateLimit-Policy': text(
    'The limit that applies (draft-ietf-httpapi-ratelimit-headers-10): q requests in w seconds.',
    '"creates";q=6000;w=60',
  ),
  RateLimit: text('What is left of it: r requests, all again after t seconds.', '"creates";r=5999;t=60'),
} satisfies ZodOpenApiHeadersObject

const count = (description: string) => ({
  description,
  schema: { type: 'integer' as const, minimum: 1 },
  example: 1,
})

/** The headers of operations that take a figure. */
export const warningHeaders = {
  'Plotgate-Warnings': count(
    'How many parts of the figure will not be drawn as meant; absent when none. GraphQL tells them: `Graph.warnings`, or `checkFigure`, which stores nothing.',
  ),
  'Preference-Applied': text('Sent where `Prefer: handling=strict` was.', 'handling=strict'),
} satisfies ZodOpenApiHeadersObject

export const versionHeaders = {
  'Plotgate-Version': text('Which version of the graph this is.', '3'),
  Sunset: text(
    'When the graph goes by itself (RFC 8594): 404 from then on, and nothing of it is left minutes later; absent where it stays.',
    'Sat, 20 Feb 2027 10:00:00 GMT',
  ),
} satisfies ZodOpenApiHeadersObject

export const drawnByHeaders = {
  'Plotgate-Drawn-By': text('The release that drew the image; absent where that is not known.', '0.1.0'),
} satisfies ZodOpenApiHeadersObject

export const cacheHeaders = {
  ETag: text(
    'Strong. Send it back as If-None-Match and get 304 while the graph exists.',
    '"x7Lq2w.V1StGXR8_Z5jdHi6B-myT.1"',
  ),
  'Cache-Control': text('May be kept, must be asked about each time: the graph may be deleted.', 'no-cache'),
} satisfies ZodOpenApiHeadersObject

export const retryAfter = { 'Retry-After': text('Seconds to wait before trying again.', '5') }
