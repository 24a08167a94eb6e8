import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Koa from 'koa'
import { overloaded } from '../../src/errors/errors.ts'
import { type Listening, listen } from '../../src/http/connections/listen.ts'
import type { Context } from '../../src/http/context.ts'
import { answerErrors } from '../../src/http/middleware/errors.ts'
import { sendFile } from '../../src/http/representations/representations.ts'
import { createLog } from '../../src/log.ts'

let listening: Listening
beforeAll(async () => {
  const app = new Koa()
  app.use(answerErrors(createLog('silent')) as never)
  app.use(ctx =>
    sendFile(ctx as unknown as Context, {
      bytes: () => Promise.reject(overloaded('all threads are busy')),
      etag: '"x"',
      type: 'text/csv; charset=utf-8',
    }),
  )
  listening = await listen(app.callback(), '127.0.0.1', 0)
})
afterAll(() => listening.close())

test('where the bytes of a file cannot be had, the error can be read by who takes it compressed', async () => {
  const answer = await fetch(`http://127.0.0.1:${listening.port}/`, { headers: { 'Accept-Encoding': 'br' } })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([503, null])
  expect(await answer.json()).toMatchObject({ error: { code: 'overloaded' } })
})

describe('a file with a date', () => {
  const modified = new Date('2024-01-31T10:00:00.500Z')
  let dated: Listening
  beforeAll(async () => {
    const app = new Koa()
    app.use(answerErrors(createLog('silent')) as never)
    const file = { bytes: Buffer.from('text'), etag: '"x"', type: 'image/png', modified }
    app.use(ctx => sendFile(ctx as unknown as Context, file))
    dated = await listen(app.callback(), '127.0.0.1', 0)
  })
  afterAll(() => dated.close())
  const statusOf = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${dated.port}/`, { headers })).status

  test.each([
    ['its own', 'Wed, 31 Jan 2024 10:00:00 GMT', 304],
    ['a later one', 'Thu, 01 Feb 2024 10:00:00 GMT', 304],
    ['an earlier one', 'Wed, 31 Jan 2024 09:59:59 GMT', 200],
    ['one in the future', 'Thu, 01 Jan 2099 00:00:00 GMT', 200],
    ['no date of HTTP', '2024-02-01', 200],
    ['nothing that is a date', 'yesterday', 200],
  ])('with %s, If-Modified-Since: %s, is answered with %d', async (_which, date, status) =>
    expect(await statusOf({ 'If-Modified-Since': date })).toBe(status),
  )

  test.each([
    ['Wed, 31 Jan 2024 09:59:59 GMT', 412],
    ['Wed, 31 Jan 2024 10:00:00 GMT', 200],
    ['2023-01-01', 200],
  ])('is sent under the condition If-Unmodified-Since: %s with %d', async (date, status) =>
    expect(await statusOf({ 'If-Unmodified-Since': date })).toBe(status),
  )
})
