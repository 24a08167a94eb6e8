/** What the suites of mistakes share: figures with one part of interest, and what a check tells of them. */

import { expect } from '@jest/globals'
import { readSubmission } from '../../../../src/domain/figure/submission.ts'
import { AppError } from '../../../../src/errors/errors.ts'

type Severity = 'error' | 'warning'

/** A figure, and what has to be told of it. */
export type Mistake = readonly [
  what: string,
  body: unknown,
  severity: Severity,
  path: string,
  message: RegExp,
]

/** All errors of a figure, or all its warnings. A text is sent as it is. */
export function toldOf(body: unknown): readonly (readonly [Severity, path: string, message: string])[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  try {
    return readSubmission(Buffer.from(text)).warnings.map(
      ({ path, message }) => ['warning', path, message] as const,
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const details = error.details ?? [{ path: '$', message: error.message }]
    return details.map(({ path, message }) => ['error', path, message] as const)
  }
}

/** Errors are told beside any number of warnings, too. */
export function isTold(...[, body, severity, path, message]: Mistake): void {
  const told = toldOf(body)
  const wanted = [severity, path, expect.stringMatching(message)]
  expect(told).toContainEqual(wanted)
  if (severity === 'error') expect(toldOf(withWarnings(body))).toContainEqual(wanted)
  expect(told.every(([, where, what]) => where !== '' && what.length > 10)).toBe(true)
}

/** The figure with as many warnings about its first trace as are told at most. */
function withWarnings(body: unknown): unknown {
  const data = (body as { data?: unknown } | null)?.data
  const [first, ...others] = Array.isArray(data) ? data : []
  if (first?.constructor !== Object) return body
  const unknown = Object.fromEntries(numbersTo(100).map(at => [`unknown${at}`, 1]))
  return { ...(body as object), data: [{ ...first, ...unknown }, ...others] }
}

/** A figure of which something has to be told, whether it is refused or not. */
export type Slip = readonly [what: string, body: object, path: string, message: RegExp]

export function isToldAt(...[, body, path, message]: Slip): void {
  expect(toldOf(body)).toContainEqual([expect.any(String), path, expect.stringMatching(message)])
}

export const y = [4, 1, 7]
export const trace = (members: object) => ({ data: [{ y, ...members }] })
export const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => at)
export const layout = (members: object) => ({ data: [{ y }], layout: members })
export const carpet = (members: object) => ({
  data: [
    {
      type: 'carpet',
      a: [1, 2],
      b: [1, 2],
      y: [
        [1, 2],
        [2, 3],
      ],
      ...members,
    },
  ],
})
export const square = [
  [1, 2],
  [3, 4],
]
export const typed = (members: object) =>
  trace({ y: { dtype: 'f8', bdata: 'AAAAAAAA8D8AAAAAAAAAQA==', ...members } })
