/** One place in an S3-compatible store: the few requests that images need, each with a deadline. */

import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { withTimeout } from '../../async/with-timeout.ts'
import { AppError, unavailable } from '../../errors/errors.ts'

/** As the environment has it (`ARTIFACT_STORE`, `S3_ENDPOINT`, `AWS_REGION`). */
export interface BucketConfig {
  /** `s3://bucket` or `s3://bucket/prefix` */
  readonly address: string
  /** Null: that of AWS. */
  readonly endpoint: string | null
  /** Null: what the SDK finds; with an endpoint `us-east-1`, which such stores take. */
  readonly region: string | null
}

export interface ListedObject {
  readonly key: string
  readonly modifiedAt: Date
}

/** Keys are those below the prefix. Everything rejects with `unavailable` where the store does not do it in time. */
export interface Bucket {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null where there is no such object. */
  get(key: string): Promise<Uint8Array | null>
  /** False where there is nothing to copy. */
  copy(from: string, to: string): Promise<boolean>
  /** Also where there is none. */
  remove(key: string): Promise<void>
  /** Up to 1,000 in the order of their keys, after one; empty at the end. */
  list(under: string, after?: string): Promise<readonly ListedObject[]>
  ping(): Promise<void>
  /** Rejects what is under way. */
  abandon(): void
  close(): void
}

const pingMs = 2000
const connectMs = 2000
/** Retries included: a large image over a slow network still passes, and nobody is held for ever. */
const deadlineMs = 10_000

export function openBucket({ address, endpoint, region }: BucketConfig): Bucket {
  const { hostname: Bucket, pathname } = new URL(address)
  const prefix = pathname.replace(/^\/+|\/+$/g, '').replace(/$/, pathname.length > 1 ? '/' : '')
  const client = new S3Client({
    ...(region || endpoint ? { region: region ?? 'us-east-1' } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Checksums beyond what a request needs are not known to every store that speaks this protocol.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The warning of full connections would go to the console: who waits is told by the deadline.
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: deadlineMs,
      socketAcquisitionWarningTimeout: 2 * deadlineMs,
    },
  })
  const leaving = new AbortController()

  async function ask<T>(
    work: (options: { abortSignal: AbortSignal }) => Promise<T>,
    ms = deadlineMs,
  ): Promise<T> {
    if (leaving.signal.aborted) throw unavailable('the store is closed')
    const late = new AbortController()
    const abortSignal = AbortSignal.any([late.signal, leaving.signal])
    try {
      const noAnswer = () => storeAway(new Error(`no answer in ${ms} ms`))
      return await withTimeout(work({ abortSignal }), ms, noAnswer)
    } catch (error) {
      throw error instanceof AppError ? error : storeAway(error)
    } finally {
      late.abort()
    }
  }

  return {
    async put(key, bytes) {
      const command = new PutObjectCommand({ Bucket, Key: prefix + key, Body: bytes })
      await ask(options => client.send(command, options))
    },

    get: key =>
      ask(async options => {
        const command = new GetObjectCommand({ Bucket, Key: prefix + key })
        const answer = await unlessAbsent(client.send(command, options))
        return answer?.Body ? await answer.Body.transformToByteArray() : null
      }),

    copy: (from, to) =>
      ask(async options => {
        const command = new CopyObjectCommand({
          Bucket,
          Key: prefix + to,
          CopySource: `${Bucket}/${prefix}${from}`,
        })
        return (await unlessAbsent(client.send(command, options))) !== null
      }),

    async remove(key) {
      const command = new DeleteObjectCommand({ Bucket, Key: prefix + key })
      await ask(options => client.send(command, options))
    },

    list: (under, after) =>
      ask(async options => {
        const command = new ListObjectsV2Command({
          Bucket,
          Prefix: prefix + under,
          ...(after === undefined ? {} : { StartAfter: prefix + after }),
        })
        const { Contents = [] } = await client.send(command, options)
        return Contents.flatMap(({ Key, LastModified }) =>
          Key ? [{ key: Key.slice(prefix.length), modifiedAt: LastModified ?? new Date() }] : [],
        )
      }),

    async ping() {
      await ask(options => client.send(new HeadBucketCommand({ Bucket }), options), pingMs)
    },

    abandon: () => leaving.abort(),
    close() {
      leaving.abort()
      client.destroy()
    },
  }
}

/** Of the object alone: a bucket that is not there is a fault. */
const unlessAbsent = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch(error => (error?.name === 'NoSuchKey' ? null : Promise.reject(error)))

const storeAway = (cause: unknown) =>
  unavailable('the store of images does not answer; retry in a moment', cause)
