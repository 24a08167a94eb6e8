import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import Koa from 'koa'
import type { RequestState } from '../../src/http/context.ts'
import { logResponseErrors } from '../../src/http/middleware/response-errors.ts'
import type { Log } from '../../src/log.ts'
import { eventually } from '../support/eventually.ts'

test('a write after the end of an answer is logged, and the process goes on', async () => {
  const logged: unknown[][] = []
  const log = { error: (...words: unknown[]) => logged.push(words) } as unknown as Log
  const app = new Koa<RequestState>().use(logResponseErrors(log)).use(ctx => {
    Object.assign(ctx.state, { requestId: 'r1', route: '/stream' })
    ctx.respond = false
    ctx.res.end('whole')
    ctx.res.write('too late')
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/stream`)
    expect(await answer.text()).toBe('whole')
    await eventually('a line in the log', () => logged.length > 0)
    expect(logged).toEqual([
      [
        {
          err: expect.objectContaining({ code: 'ERR_STREAM_WRITE_AFTER_END' }),
          requestId: 'r1',
          route: '/stream',
        },
        'an answer could not be written',
      ],
    ])
  } finally {
    server.close()
  }
})
