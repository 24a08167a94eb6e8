import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from '@jest/globals'
import { pino } from 'pino'
import { listen } from '../../src/http/connections/listen.ts'
import { fileName } from '../../src/storage/sqlite/open.ts'
import { startTestService } from '../support/app.ts'
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
  const open = async () => {
    const { socket, received } = speakTo(listening.port)
    socket.on('error', () => {})
    await once(socket, 'connect')
    return { socket, received, closed: once(socket, 'close') }
  }
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
async function startHalfway() {
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
  const { socket, received } = speakTo(listening.port)
  await once(socket, 'connect')
  socket.write(get)
  await eventually('the answer has begun', () => received().endsWith('do'))
  return { listening, socket, received, go: go.resolve }
}

/** A connection, and what came over it so far. */
function speakTo(port: number) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', text => {
    received += text
  })
  return { socket, received: () => received }
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

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
    const { listening, socket, received, go } = await startHalfway()
    const closed = listening.close()
    const next = once(listening.server, 'request')
    socket.write(get)
    await next
    go()
    await once(socket, 'close')
    await closed
    expect(received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*doneHTTP\/1\.1 503 [\s\S]*connection: close/i)
    expect(received()).toMatch(/retry-after: \d+/i)
    expect(received()).toMatch(/x-request-id: [0-9a-f-]{36}/i)
    expect(received()).toMatch(/content-security-policy: sandbox allow-scripts/i)
    expect(received()).toContain('"code":"unavailable"')
  })

  test('waits for no caller who has got its answer and stays', async () => {
    const { listening, socket, received, go } = await startHalfway()
    const closed = listening.close(3_600_000)
    go()
    await Promise.all([closed, once(socket, 'close')])
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

describe('callers that dawdle', () => {
  test.each([
    ['say nothing', ''],
    ['never finish their headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['never finish their body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'],
  ])('who %s are told 408 and lose the connection', async (_name, bytes) => {
    const deadlines = { headersMs: 100, requestMs: 200, keepAliveMs: 1_000 }
    const listening = await listen((req, _res) => req.resume(), '127.0.0.1', 0, deadlines)
    const { socket, received } = speakTo(listening.port)
    socket.write(bytes)
    await once(socket, 'close')
    expect(received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"request_timeout"/)
    await listening.close()
  })
})

test('a port that is taken is told', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  await expect(listen(() => {}, '127.0.0.1', port)).rejects.toThrow('EADDRINUSE')
  taken.close()
})

test('a store that hangs is given up before the time of a shutdown is over, and who waits for it is told', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => lines.push(line) })
  const service = await startTestService({ BROWSER_PATH: '/bin/false' }, log)
  const { dataDir, address, key } = service
  const other = new DatabaseSync(join(dataDir, fileName))
  other.exec('BEGIN IMMEDIATE')
  const { socket, received } = speakTo(Number(new URL(address).port))
  const ended = once(socket, 'close')
  // They arrive together: once the first is answered, the second is under way.
  socket.write(
    `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nPOST /v1/plot HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"data": []}`,
  )
  await eventually('the first is answered', () => received().includes('{"ok":true}'))
  const closed = service.close()
  await ended
  const answer = received().slice(received().lastIndexOf('HTTP/1.1 '))
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d+/i)
  // Else SQLite's own word after 5 s.
  expect(lines.find(line => line.includes('/v1/plot'))).toContain('the service is shutting down')
  other.close()
  await closed
})
