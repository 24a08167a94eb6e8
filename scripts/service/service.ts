/** A real Plotgate: its own process, a fresh store, a key; asked over HTTP with connections kept. */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOfItsOwn } from './environment.ts'

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

export interface Service {
  readonly url: string
  readonly pid: number
  /** Where its embedded store lies. */
  readonly dataDir: string
  /** The first key, with every scope. */
  readonly key: string
  readonly startedMs: number
  get(path: string): Promise<Answer>
  post(path: string, body: string): Promise<Answer>
  /** Posts a graph and gets its png; rejects when either fails. */
  chart(body: string): Promise<Buffer>
  close(): Promise<void>
}

/** `before`: words that the service's command is given to, such as what bounds its memory. */
export async function startService(
  settings: Readonly<Record<string, string>> = {},
  before: readonly string[] = [],
): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
  const begun = performance.now()
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'bin/plotgate.js', 'serve']
  const [program = '', ...words] = [...before, ...command]
  const child = spawn(program, words, {
    env: {
      ...environmentOfItsOwn(),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      RENDER_WORKERS: '2',
      LOG_LEVEL: 'fatal',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const close = async () => {
    await ended(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const { url, key } = await greeted(child)
    const agent = new Agent({ keepAlive: true })
    const send = (method: string, path: string, body?: string) =>
      ask(agent, method, new URL(path, url), { Authorization: `Bearer ${key}` }, body)
    const service: Service = {
      url,
      key,
      pid: child.pid!,
      dataDir,
      startedMs: performance.now() - begun,
      get: path => send('GET', path),
      post: (path, body) => send('POST', path, body),
      async chart(body) {
        const { graph } = JSON.parse(expect(201, await send('POST', '/v1/graph', body)).toString())
        return expect(200, await send('GET', new URL(graph.image_url).pathname))
      },
      async close() {
        agent.destroy()
        await close()
      },
    }
    return service
  } catch (error) {
    await close()
    throw error
  }
}

export function expect(status: number, answer: Answer): Buffer {
  if (answer.status !== status)
    throw new Error(`answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`)
  return answer.body
}

/** One request, its whole answer. */
export function ask(
  agent: Agent,
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const type =
    body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const sent = request(
    url,
    { method, agent, headers: { ...headers, ...type } },
    (answer: IncomingMessage) => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts) }))
      answer.on('error', reject)
    },
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** The address and the first key, as the start prints them. */
async function greeted(child: ChildProcess): Promise<{ url: string; key: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ url: string; key: string }>()
  let text = ''
  child.stdout!.on('data', part => {
    text += part
    const key = /Bearer ([^'"\s]+)/.exec(text)?.[1]
    const url = /http:\/\/[\d.]+:\d+/.exec(text)?.[0]
    if (key && url) resolve({ url, key })
  })
  child.once('exit', code => reject(new Error(`the service ended with ${code}:\n${text}`)))
  return promise
}

/** Ends a process we started, and waits until it is gone. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(late)
}
