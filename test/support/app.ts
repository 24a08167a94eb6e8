/** The whole service on a port of its own, with a store of its own: what the suites talk to over real HTTP. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperator } from '../../src/accounts/operator.ts'
import type { App } from '../../src/app.ts'
import { startService } from '../../src/cli/start.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLog, type Log } from '../../src/log.ts'
import { eventually } from './eventually.ts'

export interface TestService {
  readonly app: App
  /** Where it listens; `baseUrl` may say otherwise. */
  readonly address: string
  readonly baseUrl: string
  readonly plotUrl: string
  /** A key with every scope, of the operator's account. */
  readonly key: string
  /** Where its embedded store lies. */
  readonly dataDir: string
  /** Stores a figure with that key; resolves with its permalink. */
  publish(figure: object): Promise<string>
  close(): Promise<void>
}

/** `env` is as a user would set it; the rest is set so that suites do not meet each other. */
export async function startTestService(
  env: Record<string, string> = {},
  log: Log = createLog('silent'),
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-'))
  // Browsers that yield to other programs get next to nothing of a busy machine, and callers wait for images in vain.
  const ownDefaults = { DATA_DIR: folder, PORT: '0', RATE_LIMIT: 'off', RENDER_NICE: '0' }
  const config = readConfig({ ...ownDefaults, ...env })
  const { app, port, close } = await startService(config, log)
  const address = `http://127.0.0.1:${port}`
  // Where it is to draw: a busy machine may take longer to start a browser than a caller waits for an image.
  if (!env.BROWSER_PATH && !env.REDIS_URL) {
    await eventually('pages draw', async () => (await fetch(`${address}/readyz/rendering`)).ok, 180_000)
  }
  const { secret } = await createOperator(app.store).createKey({ name: 'test' })
  return {
    app,
    address,
    baseUrl: app.baseUrl,
    plotUrl: app.plotUrl,
    key: secret,
    dataDir: folder,
    async publish(figure) {
      const response = await fetch(`${address}/v1/graph`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(figure),
      })
      return ((await response.json()) as { graph: { permalink: string } }).graph.permalink
    },
    async close() {
      await close(1_000)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
