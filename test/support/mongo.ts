/**
 * A server that speaks MongoDB's protocol, for tests: the one at MONGODB_URL, else a `mongod` on the PATH, else
 * FerretDB built by Go. Where none can be had there is none, said aloud; where `mongod` or `go` is there, a
 * server that does not start is a failure.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { buildFerretdb } from '../../scripts/ferretdb.ts'

export interface MongoServer {
  readonly kind: 'given' | 'mongod' | 'ferretdb'
  /** The server's address with `database`. */
  readonly url: string
  /** A name nobody else uses. */
  readonly database: string
  /** Drops every database whose name begins with `database`, and ends the server. */
  stop(): Promise<void>
  /** Ends the server as a power cut would. Only where `kind` is not `given`. */
  kill(): Promise<void>
  /** Starts it again on the same address and folder. */
  restart(): Promise<void>
}

const startMs = 20_000

function has(program: string): boolean {
  try {
    execFileSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What `startMongo` would use; null where nothing can be had. */
export function mongoKind(): MongoServer['kind'] | null {
  if (process.env.MONGODB_URL) return 'given'
  if (has('mongod')) return 'mongod'
  return has('go') ? 'ferretdb' : null
}

/** Allow ten minutes where FerretDB must be built first (`node scripts/ferretdb.ts` does it beforehand). */
export async function startMongo(): Promise<MongoServer> {
  const kind = mongoKind()
  if (kind === null) throw new Error('no MONGODB_URL, mongod or go on this machine')
  const database = `plotgate-test-${process.pid}-${Math.random().toString(36).slice(2, 10)}`
  if (kind === 'given') {
    const url = withDatabase(process.env.MONGODB_URL ?? '', database)
    const cannot = async () => {
      throw new Error('the server at MONGODB_URL is not ours to stop')
    }
    return { kind, url, database, stop: () => drop(url, database), kill: cannot, restart: cannot }
  }

  const program = kind === 'ferretdb' ? await buildFerretdb() : 'mongod'
  const folder = mkdtempSync(join(tmpdir(), 'plotgate-mongo-'))
  const port = await freePort()
  const url = `mongodb://127.0.0.1:${port}/${database}`
  const args =
    kind === 'ferretdb'
      ? [folder, `127.0.0.1:${port}`]
      : ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet']
  let server = await start(program, args, url)

  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  return {
    kind,
    url,
    database,
    kill,
    async restart() {
      await kill()
      server = await start(program, args, url)
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const [, server, query] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(url) ?? []
  if (!server) throw new Error('MONGODB_URL is not a MongoDB address')
  return `${server}/${database}${query ?? ''}`
}

async function drop(url: string, prefix: string): Promise<void> {
  await using client = new MongoClient(url)
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase()
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function start(program: string, args: readonly string[], url: string): Promise<ChildProcess> {
  const server = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  server.stderr?.on('data', chunk => {
    said = (said + chunk).slice(-2000)
  })
  const until = Date.now() + startMs
  for (;;) {
    try {
      await using client = new MongoClient(url, { serverSelectionTimeoutMS: 500, connectTimeoutMS: 500 })
      await client.db('admin').command({ ping: 1 })
      return server
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until) {
        server.kill('SIGKILL')
        throw new Error(`${program} did not start: ${said || error}`)
      }
    }
  }
}
