/** Connections and their bounds: how many, how many requests on each, and when callers have left. */

import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from '@jest/globals'
import { type Listening, listen } from '../../src/http/connections/listen.ts'
import { type Handler, handlePipelined } from '../../src/http/connections/pipelining.ts'
import { type TrafficBounds, trafficBounds, trafficBoundsFor } from '../../src/http/connections/traffic.ts'
import { headOf, openConnection, type TestConnection } from '../support/connection.ts'
import { eventually } from '../support/eventually.ts'

let listening: Listening
const opened: TestConnection[] = []
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy()
  await listening.close(0)
})

const start = async (handler: Handler, bounds: Partial<TrafficBounds> = {}) => {
  listening = await listen(handler, '127.0.0.1', 0, undefined, { ...trafficBounds, ...bounds })
}
async function open() {
  const connection = await openConnection(listening.port)
  opened.push(connection)
  return connection
}

/** A service whose answers wait until they are let go. */
async function startSlow(bounds: Partial<TrafficBounds> = {}) {
  const go = Promise.withResolvers<void>()
  const begun: string[] = []
  const left: string[] = []
  await start((req: IncomingMessage, res: ServerResponse) => {
    const url = req.url ?? ''
    begun.push(url)
    res.once('close', () => {
      if (!res.writableFinished) left.push(url)
    })
    void go.promise.then(() => res.end('here'))
  }, bounds)
  return { begun, left, go: go.resolve }
}

/** Longer than a caller may take to close its side of the connection with the request. */
const later = () => pause(150)

describe('connections', () => {
  const isAnswered = async () => {
    const { socket, received } = await open()
    socket.write(headOf('/'))
    await eventually('an answer or the end', () => received().includes('here') || socket.destroyed)
    return received().includes('here')
  }

  test('of one address are so many and no more, and each that is closed makes place for another', async () => {
    await start((_req, res) => res.end('here'), { connectionsPerAddress: 2 })
    const [first, second] = [await open(), await open()]
    await (await open()).closed
    await (await open()).closed
    for (const { socket } of [first, second]) {
      socket.destroy()
      await eventually('another is answered', isAnswered)
    }
    await (await open()).closed
  })

  test('of all addresses together are so many', async () => {
    await start((_req, res) => res.end('here'), { connections: 2 })
    await open()
    await open()
    expect(await isAnswered()).toBe(false)
  })

  test('are counted by the proxy, where one is in front', () => {
    expect(trafficBoundsFor(0, 100_000)).toEqual(trafficBounds)
    expect(trafficBoundsFor(1, 100_000).connectionsPerAddress).toBe(trafficBounds.connections)
  })

  test('leave half of the files that may be opened, and half of the connections for other addresses', () => {
    expect(trafficBoundsFor(0, 1024)).toMatchObject({ connections: 512, connectionsPerAddress: 256 })
    expect(trafficBoundsFor(2, 1024)).toMatchObject({ connections: 512, connectionsPerAddress: 512 })
    expect(trafficBoundsFor(0, 101)).toMatchObject({ connections: 50, connectionsPerAddress: 25 })
    expect(trafficBoundsFor(0, Number.POSITIVE_INFINITY)).toEqual(trafficBounds)
  })

  test('are bounded by the files that this process may open', () => {
    const { connections } = trafficBoundsFor(0)
    expect(connections).toBeGreaterThan(0)
    expect(connections).toBeLessThanOrEqual(trafficBounds.connections)
  })
})

describe('requests of one connection', () => {
  test('are taken up to a bound before their answers are read, and the next is refused', async () => {
    const { begun, go } = await startSlow({ requestsPerConnection: 3 })
    const { socket, received, statuses, closed } = await open()
    socket.write(headOf('/').repeat(5))
    await eventually('the first has begun', () => begun.length === 1)
    go()
    await closed
    expect(statuses()).toEqual([200, 200, 200, 503])
    expect(received()).toMatch(/retry-after: \d+/i)
    expect(received()).toContain('3 requests of this connection wait to be answered')
    const next = await open()
    next.socket.write(headOf('/'))
    await eventually('another connection is answered', () => next.received().includes('here'))
  })

  test('are not listened to behind one that was refused', async () => {
    const { begun, go } = await startSlow({ requestsPerConnection: 3 })
    let met = 0
    listening.server.prependListener('request', () => met++)
    const { socket, statuses, closed } = await open()
    socket.write(headOf('/').repeat(4))
    await eventually('four are there', () => begun.length === 1 && met === 4)
    socket.write(headOf('/').repeat(1_000))
    await pause(100)
    expect(met).toBe(4)
    go()
    await closed
    expect(statuses()).toEqual([200, 200, 200, 503])
  })

  test('do not count any more once they are answered', async () => {
    await start((_req, res) => res.end('here'), { requestsPerConnection: 1 })
    const { socket, statuses } = await open()
    for (let count = 1; count <= 3; count++) {
      socket.write(headOf('/'))
      await eventually('it is answered', () => statuses().length === count)
    }
    expect(statuses()).toEqual([200, 200, 200])
  })

  test('are begun one after another, and none for a caller that has left', async () => {
    const { begun, go } = await startSlow()
    const { socket } = await open()
    socket.write(headOf('/first') + headOf('/second'))
    await eventually('the first has begun', () => begun.length === 1)
    const other = await open()
    other.socket.write(headOf('/other') + headOf('/last'))
    await eventually('that of another has begun', () => begun.length === 2)
    socket.resetAndDestroy()
    const countOpen = promisify(listening.server.getConnections.bind(listening.server))
    await eventually('it has left', async () => (await countOpen()) === 1)
    go()
    await eventually('the last has begun', () => begun.includes('/last'))
    expect(begun).toEqual(['/first', '/other', '/last'])
  })
})

test('of requests on one connection that are too many, one is refused and no other gets an answer', () => {
  const handled: IncomingMessage[] = []
  const refused: IncomingMessage[] = []
  const handle = handlePipelined(
    req => handled.push(req),
    2,
    req => refused.push(req),
  )
  const socket = new Socket()
  const requests = Array.from({ length: 5 }, () => new IncomingMessage(socket))
  for (const req of requests) handle(req, new ServerResponse(req))
  expect([handled, refused]).toEqual([requests.slice(0, 1), requests.slice(2, 3)])
})

describe('a reader', () => {
  test('that reads nothing loses the connection', async () => {
    let isOpen = true
    await start(
      (_req, res) => {
        res.once('close', () => {
          isOpen = false
        })
        res.end(Buffer.alloc(30 * 2 ** 20))
      },
      { stallMs: 100 },
    )
    const { socket } = await open()
    socket.pause()
    socket.write(headOf('/'))
    await eventually('it has lost it', () => !isOpen)
  })

  test('that waits for its answer is left alone', async () => {
    await start((_req, res) => void setTimeout(() => res.end('late'), 400), { stallMs: 50 })
    const { socket, received } = await open()
    socket.write(headOf('/'))
    await eventually('it is answered', () => received().includes('late'))
  })

  test('that asks for nothing loses the connection', async () => {
    await start((_req, res) => res.end('here'), { stallMs: 50 })
    await (await open()).closed
  })
})

describe('a caller that closes its side', () => {
  test('with the request is answered, and loses the connection then', async () => {
    const { begun, left, go } = await startSlow()
    const { socket, received, closed } = await open()
    socket.end(headOf('/', 'Connection: close\r\n'))
    await eventually('it has begun', () => begun.length === 1)
    await pause(50)
    go()
    await closed
    expect([received().includes('here'), left]).toEqual([true, []])
  })

  test.each([
    ['no body', headOf('/')],
    ['an empty body', headOf('/', 'Content-Length: 0\r\n', 'POST')],
  ])('later, after a request with %s, has left', async (_which, request) => {
    const { begun, left } = await startSlow()
    const { socket } = await open()
    socket.write(request)
    await eventually('it has begun', () => begun.length === 1)
    await later()
    socket.end()
    await eventually('it has left', () => left.length === 1)
  })

  test.each([
    ['of a known length', headOf('/', 'Content-Length: 2\r\n', 'POST'), '{}'],
    ['in chunks', headOf('/', 'Transfer-Encoding: chunked\r\n', 'POST'), '2\r\n{}\r\n0\r\n\r\n'],
  ])('with the end of a body %s is answered, however late that is read', async (_which, head, body) => {
    await start(async (req, res) => {
      await later()
      for await (const _bytes of req);
      await pause(20)
      res.end('here')
    })
    const { socket, received, closed } = await open()
    socket.end(head + body)
    await closed
    expect(received()).toContain('here')
  })

  test.each([
    ['of a known length', headOf('/', 'Content-Length: 2\r\n', 'POST'), '{}'],
    ['in chunks', headOf('/', 'Transfer-Encoding: chunked\r\n', 'POST'), '2\r\n{}\r\n0\r\n\r\n'],
  ])(
    'with the end of a body %s is answered, however long that takes to arrive',
    async (_which, head, body) => {
      await start(async (req, res) => {
        for await (const _bytes of req);
        await pause(20)
        res.end('here')
      })
      const { socket, received, closed } = await open()
      socket.write(head)
      await later()
      socket.end(body)
      await closed
      expect(received()).toContain('here')
    },
  )

  test('later than the end of its body has left', async () => {
    const { left } = await startSlow()
    listening.server.prependListener('request', req => req.resume())
    const { socket } = await open()
    const [[req]] = (await Promise.all([
      once(listening.server, 'request'),
      socket.write(`${headOf('/', 'Content-Length: 2\r\n', 'POST')}{}`),
    ])) as [[IncomingMessage], boolean]
    await eventually('the body is there', () => req.complete)
    await later()
    socket.end()
    await eventually('it has left', () => left.length === 1)
  })
})

test('listeners neither of an answer nor of a connection pile up until Node warns of a leak', async () => {
  let req: IncomingMessage | undefined
  const counts: boolean[] = []
  await start((asked, res) => {
    req = asked
    for (let place = 0; place < 12; place++) res.once('close', () => {})
    counts.push(res.listenerCount('close') <= res.getMaxListeners())
    res.end('here')
  })
  const { socket, statuses } = await open()
  for (let count = 1; count <= 12; count++) {
    socket.write(headOf('/'))
    await eventually('it is answered', () => statuses().length === count)
  }
  expect(counts).toEqual(Array(12).fill(true))
  expect(req?.socket.listenerCount('end')).toBeLessThanOrEqual(10)
})
