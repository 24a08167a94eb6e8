/**
 * A server that speaks MongoDB's protocol, for tests: the one at MONGODB_URL, else a `mongod` on the PATH, else the
 * engine of `scripts/mongodb-engine.sh` where it is installed. Where none can be had there is none, said aloud; where
 * one is there and does not start, that is a failure.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MongoClient } from 'mongodb'
import { freePort } from './free-port.ts'

/** The collections with users' data. */
export const collectionNames = [
  'graphs',
  'figures',
  'appends',
  'artifacts',
  'imageKeys',
  'chunks',
  'claims',
  'records',
] as const

export interface MongoServer {
  readonly kind: 'given' | 'mongod' | 'engine'
  /** The server's address with `database`. */
  readonly url: string
  /** A name nobody else uses. */
  readonly database: string
  /** Drops every database whose name begins with `database`; ends the server where it was started here. */
  stop(): Promise<void>
}

const startMs = 120_000
const engineScript = fileURLToPath(new URL('../../scripts/mongodb-engine.sh', import.meta.url))

/** What to say where there is none. */
export const mongoMissing =
  'MONGODB_URL is not set, there is no mongod, and scripts/mongodb-engine.sh was not run'

function succeeds(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What `startMongo` would use; null where nothing can be had. */
export function mongoKind(): MongoServer['kind'] | null {
  if (process.env.MONGODB_URL) return 'given'
  if (succeeds('mongod', '--version')) return 'mongod'
  return succeeds(engineScript, 'installed') ? 'engine' : null
}

/** A server with a database of its own. Rejects where there is none, or it does not start. */
export async function startMongo(): Promise<MongoServer> {
  const kind = mongoKind()
  if (kind === null) throw new Error(mongoMissing)
  const database = `plotgate-test-${process.pid}-${Math.random().toString(36).slice(2, 10)}`
  if (kind === 'mongod') return startMongod(database)
  const server =
    kind === 'given'
      ? (process.env.MONGODB_URL ?? '')
      : execFileSync(engineScript, ['start'], { encoding: 'utf8' }).trim()
  const url = withDatabase(server, database)
  return { kind, url, database, stop: () => drop(url, database) }
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

async function startMongod(database: string): Promise<MongoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'plotgate-mongo-'))
  const port = await freePort()
  const url = `mongodb://127.0.0.1:${port}/${database}`
  const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet']
  const server = spawn('mongod', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  await answers(server, url)
  return {
    kind: 'mongod',
    url,
    database,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(server: ChildProcess, url: string): Promise<void> {
  let said = ''
  server.stderr?.on('data', chunk => {
    said = (said + chunk).slice(-2000)
  })
  const until = Date.now() + startMs
  for (;;) {
    try {
      await using client = new MongoClient(url, { serverSelectionTimeoutMS: 500, connectTimeoutMS: 500 })
      await client.db('admin').command({ ping: 1 })
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until) {
        server.kill('SIGKILL')
        throw new Error(`mongod did not start: ${said || error}`)
      }
    }
  }
}
