/** `plotgate publish`: creates graphs from figure files and prints their addresses. */

import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { readExpiry } from '../domain/graph/expiry.ts'
import { AppError } from '../errors/errors.ts'
import { fromWire } from '../errors/wire.ts'
import { findFigureFiles, readFigure } from './figure-files.ts'
import { findLogin, type Login } from './logins.ts'
import { reasonOf } from './reason.ts'
import { postJson } from './service-request.ts'

/** How long a temporarily refused request is retried. */
const patienceMs = 60_000
const passing = new Set([429, 502, 503, 504])
/** Errors that would be the same for every other file. */
const final: ReadonlySet<string> = new Set(['unavailable', 'unauthenticated'])

interface PublishOptions {
  readonly strict?: true
  readonly expires?: string
}

/** Adds the command `publish`. Its exit code is non-zero if a file could not be published. */
export function publishCommand(program: Command): void {
  program
    .command('publish')
    .description('publish figure files on the service of plotgate login, or of PLOTGATE_URL and PLOTGATE_KEY')
    .argument('<file|dir...>', 'figures as JSON; of a directory, every .json file in it; - is standard input')
    .option('--expires <when>', 'when the graphs expire: 90d, 12h, 4w, 1y, 2030-01-31 or never')
    .option('--strict', 'refuse figures that would not be drawn as meant')
    .action(async (paths: string[], options: PublishOptions) => {
      if (options.expires !== undefined) readExpiry('--expires', options.expires)
      const login = await findLogin(process.env)
      for (const file of await findFigureFiles(paths)) {
        try {
          const { permalink, warnings } = await publish(login, await readFigure(file), options)
          process.stdout.write(`${permalink}\n`)
          if (warnings !== null) {
            process.stderr.write(`${file.path}: warnings: ${warnings}; plotgate check lists them\n`)
          }
        } catch (error) {
          // A failure does not stop the other files.
          if (!(error instanceof AppError) || final.has(error.code)) throw error
          process.stderr.write(`${file.path}: ${reasonOf(error)}\n`)
          process.exitCode = 1
        }
      }
    })
}

interface Published {
  readonly permalink: string
  /** The number of warnings from the response header; null if there are none. */
  readonly warnings: string | null
}

async function publish(
  { url, key }: Login,
  body: Buffer,
  { strict, expires }: PublishOptions,
): Promise<Published> {
  const headers = {
    Authorization: `Bearer ${key}`,
    // A retry after a lost answer returns the same graph.
    'Idempotency-Key': crypto.randomUUID(),
    ...(strict && { Prefer: 'handling=strict' }),
    ...(expires !== undefined && { 'Plotgate-Expires': expires }),
  }
  const until = Date.now() + patienceMs
  for (;;) {
    const answer = await postJson(url, '/v1/plot', { headers, body: new Uint8Array(body), patienceMs })
    const content = await answer.json().catch(() => null)
    if (answer.status === 201 && typeof content?.graph?.permalink === 'string') {
      return { permalink: content.graph.permalink, warnings: answer.headers.get('plotgate-warnings') }
    }
    const pauseMs = 1000 * (Number(answer.headers.get('retry-after')) || 1)
    if (!passing.has(answer.status) || Date.now() + pauseMs > until) throw errorOf(url, answer, content)
    await setTimeout(pauseMs)
  }
}

function errorOf(url: string, { status }: Response, content: unknown): AppError {
  const { error } = (content ?? {}) as { error?: unknown }
  return fromWire(error) ?? new AppError('internal', `${url} answered ${status}, not as Plotgate does`)
}
