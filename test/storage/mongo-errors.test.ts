/** What the server's errors mean to callers. */

import { expect, test } from '@jest/globals'
import { MongoServerError } from 'mongodb'
import { AppError } from '../../src/errors/errors.ts'
import { toDomainError } from '../../src/storage/mongodb/connection/errors.ts'

const codeOf = (code: number) => {
  const error = toDomainError(new MongoServerError({ message: 'it failed', code }))
  return error instanceof AppError ? error.code : null
}

test.each([
  [1, 'an error within the server'],
  [24, 'a lock that was not had in time'],
  [43, 'a cursor that was lost with its server'],
  [63, 'a shard that has moved'],
  [112, 'a conflict of writes'],
  [189, 'a primary that steps down'],
  [237, 'a cursor that was ended'],
  [365, 'a server without room to answer'],
  [8000, 'a hosted server that is full'],
  [14031, 'a disk that is full'],
  [16500, 'a hosted server that is asked too much'],
])('%s, %s, is nothing a caller did', code => {
  expect(codeOf(code)).toBe('unavailable')
})

test.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED'])(
  '%s of a socket that broke as a command was written to it is nothing a caller did',
  code => {
    const broken = Object.assign(new Error('This socket has been ended by the other party'), { code })
    expect(toDomainError(broken)).toMatchObject({ code: 'unavailable', cause: broken })
  },
)

test('an error of another kind stays what it is', () => {
  for (const error of [new TypeError('x is not a function'), Object.assign(new Error(), { code: 'ENOENT' })])
    expect(toDomainError(error)).toBe(error)
})

test('a figure too large for a document is told as that', () => {
  expect(codeOf(10334)).toBe('payload_too_large')
})

test('a question that the server does not understand is a fault of ours', () => {
  expect(codeOf(9)).toBeNull()
})
