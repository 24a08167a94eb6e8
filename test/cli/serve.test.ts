/** `plotgate serve` as a user starts it: the first start, the commands beside it, and how it ends. */

import { execFile, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { environmentOfItsOwn } from '../../scripts/service/environment.ts'
import { type RunningServer, run, serve } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { patientFetch } from '../support/patient-fetch.ts'
import { Visitor } from '../support/visitor.ts'

let folder: string
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-serve-'))
  server = await serve({ DATA_DIR: folder })
})

afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.exited
  await rm(folder, { recursive: true, force: true })
})

const post = (key: string, body: unknown) =>
  fetch(`${server.baseUrl}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('the first start on an empty store', () => {
  const line = () => /^ {2}curl .+$/m.exec(server.greeting)?.[0] ?? ''

  test('prints the account page, one key, and a curl line that makes a graph when pasted', async () => {
    expect(server.greeting).toContain(`${server.baseUrl}/account\n`)
    const { stdout } = await promisify(execFile)('sh', ['-c', line()])
    // Short enough to be read, and on a line of its own.
    expect(stdout).toMatch(/^\{"ok":true,"graph":\{.{1,150}\}\}\n$/)
    const { graph } = JSON.parse(stdout) as { graph: { permalink: string } }
    expect((await fetch(graph.permalink)).headers.get('content-type')).toMatch('text/html')
    const image = await patientFetch(`${graph.permalink}.png`)
    expect(image.headers.get('content-type')).toBe('image/png')
  })

  test('prints a link that opens the gallery of that key once, signed in', async () => {
    const [, address = ''] = new RegExp(`${server.baseUrl}(/account/link/\\S+)`).exec(server.greeting) ?? []
    const key = /Bearer (\S+)'/.exec(line())?.[1] ?? ''
    const made = await post(key, { data: [{ y: [1, 2] }], layout: { title: 'Seen at once' } })
    expect(made.status).toBe(201)
    const operator = new Visitor(server.baseUrl)
    const gallery = await operator.follow(await operator.get(address))
    expect(gallery).toMatchObject({ status: 200, text: expect.stringContaining('Seen at once') })
    expect(gallery.text).toContain('You are signed in as the operator')
    expect((await operator.get(address)).location).toBe('/account/graphs')
    expect((await new Visitor(server.baseUrl).get(address)).status).toBe(404)
  })
})

describe('METRICS_ADDRESS', () => {
  test('serves /metrics alone, and the main port no more', async () => {
    const port = await freePort()
    const measured = await serve({
      DATA_DIR: join(folder, 'measured'),
      METRICS_ADDRESS: `127.0.0.1:${port}`,
    })
    const own = `http://127.0.0.1:${port}`
    expect(await (await fetch(`${own}/metrics`)).text()).toContain('plotgate_render_workers')
    expect((await fetch(`${own}/healthz`)).status).toBe(404)
    expect((await fetch(`${measured.baseUrl}/metrics`)).status).toBe(404)
    measured.child.kill('SIGTERM')
    expect(await measured.exited).toBe(0)
  })
})

describe('the first key of a service that others reach', () => {
  test('is not in its output: it lies in a file that its owner alone reads', async () => {
    const data = join(folder, 'public')
    const open = await serve({ DATA_DIR: data, BASE_URL: 'https://graphs.example.org' })
    expect(open.greeting).not.toMatch(/pg_\w/)
    const file = join(data, 'first-key')
    expect(open.greeting).toContain(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^pg_\w+\n$/)
    // The proxy needs the port that was chosen.
    const [, own] =
      /answers at https:\/\/graphs\.example\.org \(listening on (.+)\)$/m.exec(open.greeting) ?? []
    expect((await fetch(`http://${own}/healthz`)).status).toBe(200)
    open.child.kill('SIGTERM')
    await open.exited
  })
})

describe('the log', () => {
  test('is one JSON object a line on standard error, and nothing else is there', async () => {
    const data = join(folder, 'logging')
    const logging = await serve({ DATA_DIR: data, LOG_LEVEL: 'info' })
    expect((await fetch(`${logging.baseUrl}/healthz`)).status).toBe(200)
    await eventually('it says that images can be drawn, without having been asked', () =>
      logging.stderr().includes('"msg":"ready to draw images"'),
    )
    logging.child.kill('SIGTERM')
    await logging.exited
    const lines = logging.stderr().trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line))).toContainEqual(expect.objectContaining({ route: '/healthz' }))
    expect(logging.greeting).not.toContain('"level"')
    expect(logging.greeting).not.toContain('listening on')
  })
})

describe('commands beside a running server', () => {
  test('a key that `key create` prints works at once; it prints nothing else', async () => {
    const made = await run(['key', 'create', '--name', 'beside', '--scopes', 'graphs:write'], {
      DATA_DIR: folder,
    })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^pg_\w+\n$/)
    const response = await post(made.stdout.trim(), { data: [] })
    expect(response.status).toBe(201)
    const { graph } = (await response.json()) as { graph: { graph_id: string } }
    const refused = await fetch(`${server.baseUrl}/v1/graph/${graph.graph_id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${made.stdout.trim()}` },
    })
    expect(refused.status).toBe(403)
  })
})

describe('an environment with faults', () => {
  test('every fault is told at once, with the variable, its bound and what was given', async () => {
    const { code, stderr } = await run(['serve'], { PORT: '70000', RENDER_WORKERS: '0', SIGNUP: 'maybe' })
    expect(code).toBe(1)
    expect(stderr).toContain('PORT must be at most 65535, got "70000"')
    expect(stderr).toContain('RENDER_WORKERS must be at least 1, got "0"')
    expect(stderr).toContain('SIGNUP must be one of open, invite, closed, got "maybe"')
  })

  test('a browser that is not there, and two addresses that are one, are faults too', async () => {
    const { code, stderr } = await run(['serve'], {
      BROWSER_PATH: '/nowhere/chrome',
      BASE_URL: 'https://graphs.example.org',
      PLOT_URL: 'https://graphs.example.org/',
    })
    expect(code).toBe(1)
    expect(stderr).toContain('BROWSER_PATH must be a program that can be run, got "/nowhere/chrome"')
    expect(stderr).toContain('PLOT_URL must differ from BASE_URL, which is https://graphs.example.org, got')
  })

  test.each([
    ['a data folder that cannot be', { DATA_DIR: '/proc/plotgate' }, 'DATA_DIR is "/proc/plotgate"', 'name'],
    ['a data folder under a file', { DATA_DIR: join(import.meta.filename, 'data') }, 'DATA_DIR is "', 'name'],
    ['a MongoDB that is not there', { MONGODB_URL: 'mongodb://127.0.0.1:1/' }, 'MONGODB_URL', 'correct'],
    ['an address of no MongoDB', { MONGODB_URL: 'mongodb://' }, 'MONGODB_URL', 'correct'],
    [
      'a host of no machine',
      { HOST: '192.0.2.1' },
      'HOST, PORT: listen [A-Z]+: address not available 192.0.2.1',
      'choose',
    ],
  ])(
    '%s ends the start with a sentence that names the variable and what to do',
    async (_what, env, fault, remedy) => {
      const { code, stderr, stdout } = await run(['serve'], { PORT: '0', DATA_DIR: folder, ...env })
      expect(code).toBe(1)
      expect(stderr).toMatch(new RegExp(`^plotgate: ${fault}.+${remedy}.+\n$`))
      expect(stdout).toBe('')
    },
  )

  test('RENDER_SANDBOX=on ends with an error where the browser cannot have one', async () => {
    const env = { RENDER_SANDBOX: 'on', BROWSER_PATH: '/bin/false', PORT: '0' }
    const { code, stderr } = await run(['serve'], { ...env, DATA_DIR: join(folder, 'sandbox') })
    expect(code).toBe(1)
    expect(stderr).toContain('RENDER_SANDBOX')
  })

  test('a worker without a queue says what it needs', async () => {
    const { code, stderr } = await run(['worker'])
    expect(code).toBe(1)
    expect(stderr).toContain('REDIS_URL must be set')
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('a port that is taken is a sentence, not a stack', async () => {
    const port = new URL(server.baseUrl).port
    const { code, stderr } = await run(['serve'], { PORT: port, DATA_DIR: join(folder, 'other') })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^plotgate: HOST, PORT: [^\n]+:${port}: [^\n]+another port\n$`))
  })
})

describe('two services on one folder', () => {
  const warnings = (server: RunningServer) =>
    server.stderr().match(/another plotgate serve uses this DATA_DIR/g)?.length ?? 0

  test('the second says that there is another, and both answer; after the end of the first, however it ended, there is none', async () => {
    const data = join(folder, 'twice')
    const first = await serve({ DATA_DIR: data })
    const second = await serve({ DATA_DIR: data })
    await eventually('it is said', async () => warnings(second) === 1)
    for (const { baseUrl } of [first, second]) expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.exited).toBe(0)
    first.child.kill('SIGKILL')
    await first.exited
    const third = await serve({ DATA_DIR: data })
    expect((await fetch(`${third.baseUrl}/healthz`)).status).toBe(200)
    third.child.kill('SIGTERM')
    expect(await third.exited).toBe(0)
    expect([warnings(first), warnings(third)]).toEqual([0, 0])
  })
})

describe('kill -9', () => {
  test('of the process that started the service with a newer Node ends the service too', async () => {
    const data = await mkdtemp(join(tmpdir(), 'plotgate-orphan-'))
    // Stands for bin/plotgate.js on an older Node.
    const script = `
      const { spawn } = require('node:child_process')
      spawn(process.execPath, ['src/main.ts'], {
        stdio: 'inherit', env: { ...process.env, PLOTGATE_PARENT: String(process.pid) },
      })`
    const parent = spawn(process.execPath, ['-e', script], {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { ...environmentOfItsOwn(), PORT: '0', DATA_DIR: data, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let printed = ''
    for await (const chunk of parent.stdout) {
      printed += chunk
      // The service holds this end of the pipe too: the loop ends when both are gone.
      if (/account\/link\/\S+\n/.test(printed)) parent.kill('SIGKILL')
    }
    const [, baseUrl = ''] = /answers at (\S+)/.exec(printed) ?? []
    await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow()
    await rm(data, { recursive: true, force: true })
  })
})

describe('SIGTERM', () => {
  test('what is under way is answered, then the process ends within 10 s', async () => {
    const other = await mkdtemp(join(tmpdir(), 'plotgate-term-'))
    const leaving = await serve({ DATA_DIR: other, LOG_LEVEL: 'info' })
    const [, key = ''] = /Bearer (\S+)'/.exec(leaving.greeting) ?? []
    const body = JSON.stringify({ data: [{ y: [1, 2, 3] }] })

    // A create whose body has not arrived whole when the signal comes.
    const socket = connect(Number(new URL(leaving.baseUrl).port), '127.0.0.1')
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk
    })
    const answered = new Promise(resolve => socket.once('close', resolve))
    socket.write(
      `POST /v1/graph HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    await eventually('the body is waited for', () => answer.startsWith('HTTP/1.1 100'))
    socket.write(body.slice(0, 5))
    leaving.child.kill('SIGTERM')
    await eventually('the service is closing', () => leaving.stderr().includes('"closing"'))
    socket.write(body.slice(5))
    await answered

    expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 201 /)
    // With anything else where it took longer.
    expect(await leaving.exited).toBe(0)
    await rm(other, { recursive: true, force: true })
  })

  test('a picture that is not drawn by then is told 503, not cut off', async () => {
    const other = await mkdtemp(join(tmpdir(), 'plotgate-slow-'))
    const leaving = await serve({ DATA_DIR: other })
    const [, key = ''] = /Bearer (\S+)'/.exec(leaving.greeting) ?? []
    const made = await fetch(`${leaving.baseUrl}/v1/chart`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      // A mark of svg for each of its points: it is drawn until its deadline.
      body: JSON.stringify({
        data: [{ mode: 'markers', y: Array.from({ length: 800_000 }, (_, i) => i % 97) }],
      }),
    })
    const { graph } = (await made.json()) as { graph: { image_url: string } }
    const { port, pathname } = new URL(graph.image_url)
    const socket = connect(Number(port), '127.0.0.1')
    let answers = ''
    socket.on('data', chunk => {
      answers += chunk
    })
    const answered = new Promise(resolve => socket.once('close', resolve))
    // They arrive together: once the first is answered, the second is under way.
    socket.write(['/healthz', pathname].map(path => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    await eventually('the first is answered', () => answers.includes('{"ok":true}'))
    leaving.child.kill('SIGTERM')
    await answered
    const picture = answers.slice(answers.lastIndexOf('HTTP/1.1 '))
    expect(picture).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: \d+\r\n[\s\S]*"code":"unavailable"/i)
    expect(await leaving.exited).toBe(0)
    await rm(other, { recursive: true, force: true })
  })

  test('sent to `npm start` ends the service too', async () => {
    const other = await mkdtemp(join(tmpdir(), 'plotgate-npm-'))
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { ...environmentOfItsOwn(), PORT: '0', DATA_DIR: other, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let printed = ''
    for await (const chunk of npm.stdout) {
      printed += chunk
      // The service holds this end of the pipe too: the loop ends when both are gone.
      if (/account\/link\/\S+\n/.test(printed)) npm.kill('SIGTERM')
    }
    const [, baseUrl = ''] = /answers at (\S+)/.exec(printed) ?? []
    await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow()
    await rm(other, { recursive: true, force: true })
  })
})
