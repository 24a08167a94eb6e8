/** Error responses in the OpenAPI document, shared by operations. */

import type { ZodOpenApiHeadersObject, ZodOpenApiResponseObject } from 'zod-openapi'
import type { ErrorCode, errorCodes } from '../../errors/codes.ts'
import { errorAnswer } from '../rest/shapes.ts'
import { everywhere, rateHeaders, retryAfter, text } from './headers.ts'

interface Example<Status extends number> {
  readonly code: CodesWith<Status>
  readonly message: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

/** The error codes with a given status. */
type CodesWith<Status extends number> = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]['status'] extends Status ? Code : never
}[ErrorCode]

function refusal<Status extends number>(
  id: string,
  description: string,
  examples: readonly Example<Status>[],
  headers: ZodOpenApiHeadersObject = {},
): ZodOpenApiResponseObject {
  return {
    id,
    description,
    headers: { ...everywhere, ...headers },
    content: {
      'application/json': {
        schema: errorAnswer,
        examples: Object.fromEntries(examples.map(error => [error.code, { value: { ok: false, error } }])),
      },
    },
  }
}

const invalidJsonExample: Example<400> = {
  code: 'invalid_json',
  message: 'expected a value at line 1, column 9',
}
const wrongParameterExample: Example<400> = {
  code: 'invalid_parameter',
  message: 'width: must be a whole number from 10 to 20000',
  details: [{ path: 'width', message: 'must be a whole number from 10 to 20000' }],
}
const invalidFigureExample: Example<422> = {
  code: 'invalid_figure',
  message: 'data[0].type: unknown trace type "scater"; did you mean "scatter"?',
  details: [{ path: 'data[0].type', message: 'unknown trace type "scater"; did you mean "scatter"?' }],
}
const renderFailedExample: Example<422> = {
  code: 'render_failed',
  message:
    'data[1].z (trace 1, image "Photo"): cannot be drawn; change it or leave it out (the charting library says: a.slice is not a function)',
}

/** Error responses by status. Their codes are those of the examples. */
const refusals = {
  400: refusal<400>('BadRequest', 'The body is not JSON, or a parameter or header is invalid.', [
    invalidJsonExample,
    {
      code: 'invalid_parameter',
      message: 'Idempotency-Key: must be 1 to 255 visible ASCII characters without spaces',
      details: [
        { path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters without spaces' },
      ],
    },
    { code: 'invalid_request', message: 'there is more than one Authorization header' },
  ]),
  401: refusal<401>(
    'Unauthenticated',
    'The API key is missing, malformed, unknown, revoked or expired.',
    [{ code: 'unauthenticated', message: 'send a valid API key as "Authorization: Bearer <API_KEY>"' }],
    { 'WWW-Authenticate': text('How to authenticate.', 'Bearer') },
  ),
  403: refusal<403>(
    'Forbidden',
    'The key lacks the scope, the graph belongs to another account, or a quota is used up.',
    [
      {
        code: 'forbidden',
        message: 'this key lacks the scope graphs:write; create one that has it on the account page',
      },
      {
        code: 'quota_exceeded',
        message: 'QUOTA_GRAPHS: the account may have 1000 graphs and has them',
      },
    ],
  ),
  404: refusal<404>('GraphNotFound', 'The graph does not exist or was deleted, or the version is not kept.', [
    { code: 'graph_not_found', message: `there is no graph "V1StGXR8_Z5jdHi6B-myT"` },
    {
      code: 'version_not_found',
      message: 'version 3 of this graph is no longer kept; leave the version out to get the newest',
    },
  ]),
  408: refusal<408>('RequestTimeout', 'The body was not received in time.', [
    { code: 'request_timeout', message: 'the body stopped arriving; send it without a pause' },
  ]),
  409: refusal<409>('IdempotencyConflict', 'The Idempotency-Key was used with another body.', [
    {
      code: 'idempotency_conflict',
      message: 'this Idempotency-Key was used with another body; take a new key',
    },
  ]),
  412: refusal<412>('VersionConflict', 'The version in If-Match does not exist or is not the newest.', [
    {
      code: 'version_conflict',
      message: 'the graph has changed, its newest version is 4; read it again before you change it',
    },
  ]),
  413: refusal<413>(
    'PayloadTooLarge',
    'The body is larger than the limit, which applies after decompression.',
    [
      {
        code: 'payload_too_large',
        message: 'the body has more than 10485760 bytes; send fewer points, or raise MAX_BODY_BYTES',
      },
    ],
  ),
  415: refusal<415>(
    'UnsupportedMediaType',
    'The body is not application/json in UTF-8, or its Content-Encoding is not one of gzip, br, deflate, zstd.',
    [
      {
        code: 'unsupported_media_type',
        message: 'the body must be sent as application/json, not text/plain',
      },
    ],
    { 'Accept-Encoding': text('Sent if the Content-Encoding was refused.', 'gzip, br, deflate, zstd') },
  ),
  422: refusal<422>(
    'InvalidFigure',
    'The body is JSON, but not a valid figure. All errors are listed with their JSON paths. Nothing was stored.',
    [invalidFigureExample],
  ),
  429: refusal<429>(
    'RateLimited',
    'The rate limit is exceeded.',
    [{ code: 'rate_limited', message: 'too many requests; retry in 12 s' }],
    { ...rateHeaders, ...retryAfter },
  ),
  500: refusal<500>('Internal', 'An error of the service, which has logged it.', [
    { code: 'internal', message: 'something failed on our side; it has been logged' },
  ]),
  503: refusal<503>(
    'Unavailable',
    'The store does not answer, or the service is shutting down.',
    [{ code: 'unavailable', message: 'the service is shutting down; try again on a new connection' }],
    retryAfter,
  ),
} as const

export type RefusalStatus = keyof typeof refusals

export const refusalsOf = (...statuses: readonly RefusalStatus[]) =>
  Object.fromEntries(statuses.map(status => [String(status), refusals[status]]))

/** Error responses that only files have, or that have other codes there. */
const ofFiles = {
  400: refusal<400>('WrongParameter', 'A query parameter is invalid.', [wrongParameterExample]),
  413: refusal<413>('ImageTooLarge', 'The image would be too large.', [
    {
      code: 'payload_too_large',
      message: 'the image would have more than 40 million pixels; make width, height or scale smaller',
    },
  ]),
  416: refusal<416>(
    'RangeNotSatisfiable',
    'The range is not within the file.',
    [{ code: 'range_not_satisfiable', message: 'the file has 7023 bytes; ask for a range within it' }],
    { 'Content-Range': text('The size of the file.', 'bytes */7023') },
  ),
  501: refusal<501>('NotImplemented', 'oEmbed answers are JSON only.', [
    { code: 'not_implemented', message: 'oEmbed answers are JSON only; leave format out or ask for json' },
  ]),
  422: refusal<422>(
    'RenderFailed',
    'The charting library could not draw the figure. The message contains its reason.',
    [renderFailedExample],
  ),
  503: refusal<503>(
    'Overloaded',
    'All render slots are in use, the store does not answer, or the service is shutting down.',
    [{ code: 'overloaded', message: 'all render places are taken; retry after a moment' }],
    retryAfter,
  ),
  504: refusal<504>(
    'RenderTimeout',
    'The render took too long.',
    [{ code: 'render_timeout', message: 'the render took longer than 20 s' }],
    retryAfter,
  ),
} as const

/** Error responses of `/v1/render`: those of creates and those of files. */
export const renderRefusals = {
  400: refusal<400>('WrongRender', 'The body is not JSON, or a query parameter is invalid.', [
    invalidJsonExample,
    wrongParameterExample,
  ]),
  413: refusal<413>('RenderTooLarge', 'The body or the image is too large.', [
    { code: 'payload_too_large', message: 'the body has more than 10485760 bytes; send fewer points' },
  ]),
  422: refusal<422>(
    'NotDrawn',
    'The figure is invalid, or the charting library could not draw it. The message contains the reason.',
    [invalidFigureExample, renderFailedExample],
  ),
  503: ofFiles[503],
  504: ofFiles[504],
} as const

export const fileRefusals = (...statuses: readonly (keyof typeof ofFiles)[]) =>
  Object.fromEntries(statuses.map(status => [String(status), ofFiles[status]]))
