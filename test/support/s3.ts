/** A real S3-compatible server for the suites that need one: what `scripts/s3-server.sh install` has built. */

import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { S3Client } from '@aws-sdk/client-s3'
import type { BucketConfig } from '../../src/storage/objects/bucket.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { type Link, linkTo } from './link.ts'

export interface TestS3 {
  readonly config: BucketConfig
  /** Between the store and the server. */
  readonly link: Link
  /** Beside the store. */
  readonly client: S3Client
  /** From now on connections are taken and nothing is answered, until `goOn`. */
  stand(): Promise<void>
  goOn(): void
  stop(): Promise<void>
}

const script = fileURLToPath(new URL('../../scripts/s3-server.sh', import.meta.url))
export const bucketName = 'images'

function findProgram(): string | null {
  try {
    return execFileSync(script, ['installed'], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}
const program = findProgram()

/** Why there can be none here; null where there can. */
export const s3Missing = program === null ? '`scripts/s3-server.sh install` was not run' : null

/** A server with one empty bucket. */
export async function startS3(): Promise<TestS3> {
  if (program === null) throw new Error(`no S3-compatible server: ${s3Missing}`)
  // What the SDK looks for; the server takes any.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' })
  const host = `127.0.0.1:${await freePort()}`
  const server = spawn(program, ['-backend', 'memory', '-host', host, '-initialbucket', bucketName], {
    stdio: 'ignore',
  })
  const endpoint = `http://${host}`
  const answers = () =>
    fetch(endpoint).then(
      () => true,
      () => false,
    )
  await eventually('the S3-compatible server answers', answers)
  const link = await linkTo(endpoint)
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true })
  return {
    config: {
      address: `s3://${bucketName}/plotgate`,
      endpoint: link.url.replace(/\/$/, ''),
      region: null,
    },
    link,
    client,
    async stand() {
      server.kill('SIGSTOP')
      await eventually('it stands', () => isStanding(server.pid!))
    },
    goOn: () => void server.kill('SIGCONT'),
    async stop() {
      client.destroy()
      await link.cut()
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
    },
  }
}

/** A signal is not obeyed at once: other threads of the process may answer meanwhile. */
function isStanding(pid: number): boolean {
  if (process.platform !== 'linux') return true
  return readdirSync(`/proc/${pid}/task`).every(thread =>
    /^State:\s+T/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')),
  )
}
