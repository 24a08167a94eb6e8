import { afterAll, beforeAll, expect, test } from '@jest/globals'
import Koa from 'koa'
import { overloaded } from '../../src/errors/errors.ts'
import type { Context } from '../../src/http/context.ts'
import { type Listening, listen } from '../../src/http/listen.ts'
import { answerErrors } from '../../src/http/middleware/errors.ts'
import { sendFile } from '../../src/http/representations.ts'
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
