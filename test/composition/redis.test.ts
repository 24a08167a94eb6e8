/** What the log tells of a Redis that is away. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { logFailures } from '../../src/composition/redis.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('a failure that repeats is told once a minute, with how often it was left out; another at once', () => {
  const lines: unknown[] = []
  const log = {
    warn: (fields: { err: Error; leftOut?: number }) => lines.push([fields.err.message, fields.leftOut]),
  }
  const failed = logFailures(log as never, 'the render queue failed')
  const fail = (message: string) => failed(new Error(message))
  for (let second = 0; second < 61; second++) {
    fail('refused')
    jest.advanceTimersByTime(1000)
  }
  fail('reset')
  expect(lines).toEqual([
    ['refused', undefined],
    ['refused', 59],
    ['reset', undefined],
  ])
})
