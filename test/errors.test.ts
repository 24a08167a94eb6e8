/** What every error of ours holds to. */

import { expect, test } from '@jest/globals'
import { openApiDocument } from '../src/api/openapi/openapi.ts'
import { type ErrorCode, errorCodes } from '../src/errors/codes.ts'
import { AppError } from '../src/errors/errors.ts'

test('whoever is told of what passes is told when to come again, whatever says it', () => {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  for (const code of codes) {
    const { status, retryAfter } = new AppError(code, 'message')
    expect([code, retryAfter !== undefined]).toEqual([code, [429, 503, 504].includes(status)])
  }
  expect(new AppError('overloaded', 'message', { retryAfter: 30 }).retryAfter).toBe(30)
})

interface Answer {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, unknown>>
}

test('and every route says so in the OpenAPI document', () => {
  const { paths = {}, components } = openApiDocument()
  const resolved = (answer: Answer): Answer =>
    answer.$ref === undefined
      ? answer
      : ((components?.responses?.[answer.$ref.split('/').at(-1) ?? ''] ?? {}) as Answer)
  const passing = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item ?? {}).flatMap(([method, operation]) =>
      Object.entries((operation as { responses?: Record<string, Answer> }).responses ?? {})
        .filter(([status]) => ['429', '503', '504'].includes(status))
        .map(([status, answer]) => ({
          where: `${method} ${path} ${status}`,
          headers: resolved(answer).headers,
        })),
    ),
  )
  expect(passing.length).toBeGreaterThan(10)
  expect(passing.filter(({ headers }) => !headers?.['Retry-After']).map(({ where }) => where)).toEqual([])
})
