/** Response headers in the OpenAPI document. */

import type { ZodOpenApiHeadersObject } from 'zod-openapi'

export const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string' as const },
  ...(example !== undefined && { example }),
})

export const everywhere = {
  'X-Request-Id': text(
    'The id of the request in the logs of the service. If you send one (1 to 128 characters of A-Z a-z 0-9 . _ : -), it is used.',
    '0b5e9fcf-6630-4213-9bad-968c99a5eb43',
  ),
} satisfies ZodOpenApiHeadersObject

/** The two headers of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateHeaders = {
  'RateLimit-Policy': text(
    'The limit that applies (draft-ietf-httpapi-ratelimit-headers-10): q requests per w seconds.',
    '"creates";q=6000;w=60',
  ),
  RateLimit: text(
    'What is left of the limit: r requests, until it is reset in t seconds.',
    '"creates";r=5999;t=60',
  ),
} satisfies ZodOpenApiHeadersObject

const count = (description: string) => ({
  description,
  schema: { type: 'integer' as const, minimum: 1 },
  example: 1,
})

/** The headers of operations that take a figure. */
export const warningHeaders = {
  'Plotgate-Warnings': count(
    'The number of warnings, about parts of the figure that will not be drawn as intended; absent if there are none. GraphQL returns them: `Graph.warnings`, or `checkFigure` without storing anything.',
  ),
  'Preference-Applied': text('Sent if the request had `Prefer: handling=strict`.', 'handling=strict'),
} satisfies ZodOpenApiHeadersObject

export const versionHeaders = {
  'Plotgate-Version': text('The version of the graph that is returned.', '3'),
  Sunset: text(
    'When the graph expires (RFC 8594). From then on it is answered with 404, and it is deleted minutes later. Absent if it does not expire.',
    'Sat, 20 Feb 2027 10:00:00 GMT',
  ),
} satisfies ZodOpenApiHeadersObject

export const drawnByHeaders = {
  'Plotgate-Drawn-By': text('The release that rendered the image; absent if unknown.', '0.1.0'),
} satisfies ZodOpenApiHeadersObject

export const cacheHeaders = {
  ETag: text(
    'A strong ETag. If it is sent back as If-None-Match, an unchanged graph is answered with 304.',
    '"x7Lq2w.V1StGXR8_Z5jdHi6B-myT.1"',
  ),
  'Cache-Control': text(
    'May be cached, but must be revalidated each time, because the graph may be deleted.',
    'no-cache',
  ),
} satisfies ZodOpenApiHeadersObject

/** The header of operations that make a version. */
export const tagHeaders = {
  ETag: text(
    'The ETag of the version that was made, as reads send it. As If-Match of the next change, it allows that only for this version.',
    '"x7Lq2w.V1StGXR8_Z5jdHi6B-myT.1"',
  ),
} satisfies ZodOpenApiHeadersObject

export const nameHeaders = {
  'Content-Disposition': text(
    'A file name made from the title of the figure.',
    'inline; filename="Sold per week.png"',
  ),
} satisfies ZodOpenApiHeadersObject

export const rangeHeaders = {
  'Content-Range': text('The bytes that are sent, and the size of the file.', 'bytes 0-99/7023'),
} satisfies ZodOpenApiHeadersObject

export const retryAfter = { 'Retry-After': text('Seconds to wait before the next attempt.', '5') }
