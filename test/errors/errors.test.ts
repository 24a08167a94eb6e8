/** One table of error codes, one form in which errors travel. */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { errorsPage } from '../../scripts/emit/errors-page.ts'
import { codesOf, errorCodes, isErrorCode } from '../../src/errors/codes.ts'
import { AppError, invalidFigure, renderTimeout } from '../../src/errors/errors.ts'
import { fromWire, toWire } from '../../src/errors/wire.ts'

const overTheWire = (error: AppError) => fromWire(JSON.parse(JSON.stringify(toWire(error))))

describe('an error that travels', () => {
  test.each([
    invalidFigure([{ path: 'data[0].type', message: 'unknown trace type "scater"' }]),
    renderTimeout('the render took longer than 20 s', 7),
  ])('is the same at the other end: %s', error => {
    const arrived = overTheWire(error)
    const { code, status, message, details, retryAfter, costly } = error
    expect(arrived).toBeInstanceOf(AppError)
    expect(arrived).toMatchObject({ code, status, message, costly })
    expect(arrived?.details).toEqual(details)
    expect(arrived?.retryAfter).toBe(retryAfter)
  })

  test.each([null, 'job stalled', {}, { code: 'of_another_release', message: 'x' }, { code: 'internal' }])(
    'is none of ours: %j',
    value => expect(fromWire(value)).toBeNull(),
  )
})

test('docs/errors.md is the page that the table makes (npm run emit)', () => {
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage())
})

test('names that every object has are no codes', () => {
  expect(isErrorCode('constructor')).toBe(false)
  expect(isErrorCode('internal')).toBe(true)
})

test('every code but the inner ones can be met over one API at least', () => {
  const met = new Set([...codesOf('rest'), ...codesOf('graphql')])
  expect(Object.keys(errorCodes).filter(code => isErrorCode(code) && !met.has(code))).toEqual(['cancelled'])
})
