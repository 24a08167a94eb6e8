import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type Listening, listen } from '../../src/http/connections/listen.ts'
import { headOf, openConnection } from '../support/connection.ts'
import { eventually } from '../support/eventually.ts'

/** A service whose answers wait until they are let go; `asked` is when the first is asked for. */
async function start() {
  const go = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const listening = await listen(
    async (_req, res) => {
      asked.resolve()
      await go.promise
      res.end('done')
    },
    '127.0.0.1',
    0,
  )
  const open = () => openConnection(listening.port)
  return { listening, asked: asked.promise, go: go.resolve, open }
}

/** A service with one request that is not answered. */
async function startStuck() {
  const { listening, asked, open } = await start()
  const { socket, closed } = await open()
  socket.write(get)
  await asked
  return { listening, socket, closed }
}

/** A service of which one answer has begun, on a connection that would be kept for an hour. */
async function startHalfway(request = get) {
  const go = Promise.withResolvers<void>()
  const listening = await listen(
    async (_req, res) => {
      res.writeHead(200, { 'Content-Length': 4 })
      res.write('do')
      await go.promise
      res.end('ne')
    },
    '127.0.0.1',
    0,
    { headersMs: 15_000, requestMs: 15_000, keepAliveMs: 3_600_000 },
  )
  const { socket, received, closed: cut } = await openConnection(listening.port)
  socket.write(request)
  await eventually('the answer has begun', () => received().endsWith('do'))
  return { listening, socket, received, cut, go: go.resolve }
}

const get = headOf('/')

describe('closing', () => {
  test('lets answers under way finish, takes no new connection, and ends', async () => {
    const { listening, asked, go, open } = await start()
    const busy = await open()
    busy.socket.write(get)
    await asked
    const closed = listening.close()
    await expect(fetch(`http://127.0.0.1:${listening.port}`)).rejects.toThrow()
    go()
    await busy.closed
    expect(busy.received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*done/i)
    await closed
  })

  test('answers 503 to a request that comes behind an answer that had begun', async () => {
    const { listening, socket, received, cut, go } = await startHalfway()
    const closed = listening.close()
    const next = once(listening.server, 'request')
    socket.write(get)
    await next
    go()
    await Promise.all([closed, cut])
    expect(received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*doneHTTP\/1\.1 503 [\s\S]*connection: close/i)
    expect(received()).toMatch(/retry-after: \d+/i)
    expect(received()).toMatch(/x-request-id: [0-9a-f-]{36}/i)
    expect(received()).toMatch(/content-security-policy: sandbox allow-scripts/i)
    expect(received()).toContain('"code":"unavailable"')
  })

  test('waits for no caller who has got its answer and stays', async () => {
    const { listening, received, cut, go } = await startHalfway()
    const closed = listening.close(3_600_000)
    go()
    await Promise.all([closed, cut])
    expect(received()).toMatch(/done$/)
  })

  test('cuts what does not end in time', async () => {
    const [usual, told] = [await startStuck(), await startStuck()]
    const cut: string[] = []
    const usuallyClosed = usual.listening.close().then(() => cut.push('usual'))
    const closed = told.listening.close(200).then(() => cut.push('told'))
    await Promise.all([closed, told.closed])
    usual.socket.destroy()
    await usuallyClosed
    // The usual end comes after 10 s.
    expect(cut).toEqual(['told', 'usual'])
  })

  test('answers 503 to a request whose body does not arrive in time', async () => {
    const { listening, asked, open } = await start()
    const slow = await open()
    slow.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    await asked
    await listening.close(200)
    await slow.closed
    expect(slow.received()).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"unavailable"/)
    expect(slow.received()).toMatch(/retry-after: \d+/i)
  })

  test('does not wait for headers that do not arrive', async () => {
    const { listening, open } = await start()
    const accepted = once(listening.server, 'connection')
    const slow = await open()
    const [socket] = await accepted
    slow.socket.write('GET / HTTP/1.1\r\nHo')
    await eventually('they have begun', () => socket.bytesRead > 0)
    await listening.close(3_600_000)
    await slow.closed
    expect(slow.received()).toBe('')
  })

  test('is the same whether asked once or twice', async () => {
    const { listening, asked, go, open } = await start()
    const busy = await open()
    busy.socket.write(get)
    await asked
    let over = 0
    const closed = [1, 2].map(async () => {
      await listening.close()
      over += 1
    })
    await new Promise(resolve => setImmediate(resolve))
    expect(over).toBe(0)
    go()
    await Promise.all(closed)
  })
})

describe('while closing', () => {
  /** All but the timers of a shutdown: connections go on. */
  const real = [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'setInterval',
  ] as const
  beforeEach(() => void jest.useFakeTimers({ doNotFake: [...real] }))
  afterEach(() => void jest.useRealTimers())

  test('who has asked is waited for, and who has not loses the connection after a second', async () => {
    const { listening, asked, go, open } = await start()
    const [busy, silent] = [await open(), await open()]
    busy.socket.write(get)
    await asked
    const closed = listening.close()
    jest.advanceTimersByTime(999)
    await pause(20)
    expect(silent.socket.destroyed).toBe(false)
    jest.advanceTimersByTime(1)
    await silent.closed
    await pause(20)
    expect(busy.socket.destroyed).toBe(false)
    go()
    await Promise.all([closed, busy.closed])
    expect(busy.received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/)
    expect(jest.getTimerCount()).toBe(0)
  })

  test('a body may arrive until the last second, in which its request is refused, and no other', async () => {
    const { listening, asked, go, open } = await start()
    const [busy, slow, late] = [await open(), await open(), await open()]
    busy.socket.write(get)
    await asked
    const arrived = countRequests(listening, 2)
    slow.socket.write(post)
    late.socket.write(post)
    await arrived
    const closed = listening.close()
    jest.advanceTimersByTime(8_999)
    slow.socket.write('{}')
    await eventually('that one is there', () => slow.socket.bytesWritten === post.length + 2)
    await pause(50)
    expect([busy, slow, late].map(({ received }) => received())).toEqual(['', '', ''])
    jest.advanceTimersByTime(1)
    await late.closed
    expect(late.received()).toMatch(/^HTTP\/1\.1 503 /)
    go()
    await Promise.all([closed, busy.closed, slow.closed])
    for (const { received } of [busy, slow]) expect(received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/)
  })

  test('nobody is waited for who has got an answer, not even for a second', async () => {
    const { listening, received, cut, go } = await startHalfway()
    const closed = listening.close()
    go()
    await Promise.all([closed, cut])
    expect(received()).toMatch(/done$/)
  })

  test('an answer that has begun is not refused for its body, which nobody needs', async () => {
    const { listening, socket, received, cut, go } = await startHalfway(post)
    const closed = listening.close()
    jest.advanceTimersByTime(9_000)
    go()
    socket.end('{}')
    await Promise.all([closed, cut])
    expect(received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/)
  })
})

const post = headOf('/', 'Content-Length: 2\r\n', 'POST')

/** Resolves once so many more requests have arrived. */
const countRequests = ({ server }: Listening, count: number) =>
  new Promise<void>(resolve => {
    let left = count
    server.on('request', () => {
      left -= 1
      if (left === 0) resolve()
    })
  })
