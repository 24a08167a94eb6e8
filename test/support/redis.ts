/** A real Redis for the suites that need one: REDIS_URL, else a `redis-server` on the PATH with a port of its own. */

import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface TestRedis {
  readonly url: string
  stop(): Promise<void>
}

const hasServer = () => spawnSync('redis-server', ['--version']).status === 0

/** Why there can be no Redis here; null where there can. */
export const redisMissing: string | null =
  process.env.REDIS_URL || hasServer() ? null : 'no REDIS_URL, and no redis-server on the PATH'

/** `options` are of the command line, for a server of its own. */
export async function startRedis(options: readonly string[] = []): Promise<TestRedis> {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: async () => {} }
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-redis-'))
  const child = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
      ...options,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise<void>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`redis-server ended with ${code}`)))
    let said = ''
    child.stdout.on('data', chunk => {
      said += chunk
      if (said.includes('Ready to accept')) resolve()
    })
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
