/** Callers that are still sending when they are answered. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { continueWhenRead, drainBody } from '../../src/http/body/drain-body.ts'
import { stopParsing } from '../../src/http/body/stop-parsing.ts'
import type { Context } from '../../src/http/context.ts'
import { headOf, openConnection } from '../support/connection.ts'
import { contextOf, headersOf, passThrough } from '../support/context.ts'

/** A request of which nothing more has come than its head, and its refusal. */
function refused({
  headers = {},
  method = 'POST',
  body = 'refused' as unknown,
  closes = false,
  wired = false,
} = {}) {
  const ctx = Object.assign(contextOf({ method, headers }), { wire: '' })
  const wire = new Writable({
    write(bytes, _encoding, done) {
      ctx.wire += bytes
      done()
    },
  })
  if (wired) ctx.res.assignSocket(wire as Socket)
  const passed = passThrough(drainBody, ctx, () => {
    ctx.body = body
    if (closes) ctx.set('Connection', 'close')
  })
  return { ctx, passed }
}

const refuse = (ctx: Context) => {
  ctx.body = 'refused'
}

/** Whether the middleware answers by itself, and not Koa, which would close the connection at once. */
const isDraining = ({ respond }: Context) => respond === false

describe('an answer is sent at once and the connection closed later', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['where the body is long', { 'content-length': '65537' }, false],
    ['where nobody knows how long the body is', { 'transfer-encoding': 'chunked' }, false],
    ['where the body is refused for its size or form', { 'content-length': '10' }, true],
  ])('%s', async (_where, headers, closes) => {
    const { ctx, passed } = refused({ headers, closes, body: 'réfused' })
    await setImmediate()
    expect([isDraining(ctx), ctx.res.headersSent, ctx.res.writableEnded]).toEqual([true, true, false])
    expect(headersOf(ctx)).toMatchObject({ connection: 'close', 'content-length': '8' })
    const source = closes ? ctx.req.socket : ctx.req
    source.emit('end')
    await passed
    expect(ctx.res.writableEnded).toBe(true)
  })

  test.each([
    ['POST', 'refused'],
    ['HEAD', ''],
  ])('and is on its way before the body has ended: %s', async (method, sent) => {
    const { ctx, passed } = refused({ headers: { 'content-length': '65537' }, method, wired: true })
    await setImmediate()
    const [head, body] = ctx.wire.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(body).toBe(sent)
    ctx.req.push(null)
    await passed
  })

  test('and a body that was paused is discarded', async () => {
    const { ctx, passed } = refused({ headers: { 'content-length': '65537' } })
    ctx.req.pause()
    await setImmediate()
    expect(ctx.req.isPaused()).toBe(false)
    ctx.req.push(null)
    await passed
  })

  test('also of a caller who was told to send the body', async () => {
    const ctx = contextOf({ method: 'POST', headers: { 'content-length': '99999' } })
    continueWhenRead(ctx.req, ctx.res)
    ctx.req.read()
    const passed = passThrough(drainBody, ctx, refuse)
    await setImmediate()
    expect(isDraining(ctx)).toBe(true)
    ctx.req.push(null)
    await passed
  })

  test('in bytes too, and as the head alone where that was asked for', async () => {
    const long = { 'content-length': '65537' }
    const bytes = refused({ headers: long, body: Buffer.from('refused') })
    const head = refused({ headers: long, method: 'HEAD' })
    await setImmediate()
    for (const { ctx, passed } of [bytes, head]) {
      expect([ctx.res.headersSent, headersOf(ctx)['content-length']]).toEqual([true, '7'])
      ctx.req.push(null)
      await passed
      expect(ctx.res.writableEnded).toBe(true)
    }
  })
})

describe('an answer is left to Koa', () => {
  const untouched = async ({ ctx, passed }: { ctx: Context; passed: Promise<Context> }) => {
    await passed
    expect([ctx.respond, ctx.res.headersSent, headersOf(ctx).connection]).toEqual([
      undefined,
      false,
      undefined,
    ])
  }

  test.each(['0', '5', '65536'])('where the rest of a body of %s bytes is read by Node', length =>
    untouched(refused({ headers: { 'content-length': length } })),
  )

  test('where it is no text', () =>
    untouched(refused({ headers: { 'content-length': '99999' }, body: { ok: false } })))

  test('where the body has arrived', async () => {
    const ctx = contextOf({ method: 'POST', headers: { 'content-length': '99999' } })
    ctx.req.complete = true
    await untouched({ ctx, passed: passThrough(drainBody, ctx, refuse) })
  })

  test('where a route answers by itself', async () => {
    const ctx = contextOf({ method: 'POST', headers: { 'content-length': '99999' } })
    await passThrough(drainBody, ctx, () => {
      ctx.body = 'unused'
      ctx.respond = false
    })
    expect([ctx.res.headersSent, ctx.res.getHeader('Connection')]).toEqual([false, undefined])
  })

  test('where it has begun', async () => {
    const ctx = contextOf({ method: 'POST', headers: { 'content-length': '99999' } })
    await passThrough(drainBody, ctx, () => {
      ctx.body = 'begun'
      ctx.res.flushHeaders()
    })
    expect([ctx.respond, ctx.res.writableEnded]).toEqual([undefined, false])
  })

  test('where the caller still waits to be told to send, and the connection closed', async () => {
    const ctx = contextOf({ method: 'POST', headers: { 'content-length': '99999' } })
    continueWhenRead(ctx.req, ctx.res)
    await passThrough(drainBody, ctx, refuse)
    expect([ctx.respond, headersOf(ctx).connection]).toEqual([undefined, 'close'])
  })
})

describe('the rest of a body is waited for', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }))
  afterEach(() => void jest.useRealTimers())
  const sending = async () => {
    const { ctx } = refused({ headers: { 'content-length': '999999' } })
    await setImmediate()
    const isOver = async (afterMs: number) => {
      jest.advanceTimersByTime(afterMs)
      await setImmediate()
      return ctx.res.writableEnded
    }
    return { req: ctx.req, isOver }
  }

  test.each(['end', 'close', 'error'])('until its %s, and leaves no timer and no listener', async event => {
    const { req, isOver } = await sending()
    req.emit(event)
    expect(await isOver(0)).toBe(true)
    expect(jest.getTimerCount()).toBe(0)
    expect(['data', 'end', 'close', 'error'].map(name => req.listenerCount(name))).toEqual([0, 0, 0, 0])
  })

  test('while something comes within three seconds', async () => {
    const { req, isOver } = await sending()
    for (let time = 0; time < 3; time++) {
      expect(await isOver(2_999)).toBe(false)
      req.emit('data', Buffer.from(' '))
    }
    expect(await isOver(2_999)).toBe(false)
    expect(await isOver(1)).toBe(true)
  })

  test('for fifteen seconds at most', async () => {
    const { req, isOver } = await sending()
    for (let seconds = 1; seconds < 15; seconds++) {
      req.emit('data', Buffer.from(' '))
      expect(await isOver(1_000)).toBe(false)
    }
    req.emit('data', Buffer.from(' '))
    expect(await isOver(1_000)).toBe(true)
  })
})

test('a refused body in very many pieces is not taken apart, and the next caller has a working parser', async () => {
  const refused: string[] = []
  const server = createServer((req, res) => {
    let body = ''
    const isRefused = req.url === '/refused'
    req.on('data', bytes => {
      body += bytes
      if (!isRefused || body.length > 1) return
      stopParsing(req)
      void pause(20).then(() => {
        refused.push(body)
        req.socket.destroy()
      })
    })
    req.on('end', () => res.end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    for (let caller = 0; caller < 3; caller++) {
      const { socket, closed } = await openConnection(port)
      const head = headOf('/refused', 'Transfer-Encoding: chunked\r\n', 'POST')
      socket.write(`${head}${'1\r\n \r\n'.repeat(20_000)}`)
      await closed
    }
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'whole' })
    expect(await answer.text()).toBe('whole')
    // The piece after which it stopped.
    expect(refused).toEqual([' ', ' ', ' '])
  } finally {
    server.close()
  }
})

test('of a connection without a parser the bytes are discarded', () => {
  const { req } = contextOf()
  const socket = stopParsing(req)
  expect(socket.listenerCount('data')).toBe(1)
  socket.emit('data', Buffer.from('x'))
})
