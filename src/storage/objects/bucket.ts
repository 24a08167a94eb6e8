/** A bucket of an S3-compatible store: the few requests that images need, each with a deadline. */

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

/** The values of `ARTIFACT_STORE`, `S3_ENDPOINT` and `AWS_REGION`. */
export interface BucketConfig {
  /** `s3://bucket` or `s3://bucket/prefix` */
  readonly address: string
  /** Null for that of AWS. */
  readonly endpoint: string | null
  /** Null for the SDK's default, or with an endpoint `us-east-1`, which other stores accept. */
  readonly region: string | null
}

export interface ListedObject {
  readonly key: string
  readonly modifiedAt: Date
}

/** Keys are relative to the prefix. All methods reject with `unavailable` if the store does not answer in time. */
export interface Bucket {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null if there is no such object. */
  get(key: string): Promise<Uint8Array | null>
  /** Returns false if there is nothing to copy. */
  copy(from: string, to: string): Promise<boolean>
  /** Succeeds even if there is no such object. */
  remove(key: string): Promise<void>
  /** Up to 1,000 objects in the order of their keys, after the key `after`. Empty at the end. */
  list(under: string, after?: string): Promise<readonly ListedObject[]>
  ping(): Promise<void>
  /** Rejects all pending requests. */
  abandon(): void
  close(): void
}

const pingMs = 2000
const connectMs = 2000
/** Includes retries. Long enough for a large image over a slow network. */
const deadlineMs = 10_000

function connect({ endpoint, region }: Pick<BucketConfig, 'endpoint' | 'region'>): S3Client {
  return new S3Client({
    ...(region || endpoint ? { region: region ?? 'us-east-1' } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Not every S3-compatible store supports the optional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Disables the SDK's console warning about busy connections; the deadline covers such waits.
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: deadlineMs,
      socketAcquisitionWarningTimeout: 2 * deadlineMs,
    },
  })
}

export function openBucket({ address, endpoint, region }: BucketConfig): Bucket {
  const { hostname: Bucket, pathname } = new URL(address)
  const prefix = pathname.replace(/^\/+|\/+$/g, '').replace(/$/, pathname.length > 1 ? '/' : '')
  const client = connect({ endpoint, region })
  const leaving = new AbortController()

  async function ask<T>(
    work: (options: { abortSignal: AbortSignal }) => Promise<T>,
    ms = deadlineMs,
  ): Promise<T> {
    if (leaving.signal.aborted) throw unavailable('the store is closed')
    const late = new AbortController()
    const abortSignal = AbortSignal.any([late.signal, leaving.signal])
    try {
      const noAnswer = () => storeUnavailable(new Error(`no answer in ${ms} ms`))
      return await withTimeout(work({ abortSignal }), ms, noAnswer)
    } catch (error) {
      throw error instanceof AppError ? error : storeUnavailable(error)
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

/** Turns a missing object into null. A missing bucket remains an error. */
const unlessAbsent = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch(error => (error?.name === 'NoSuchKey' ? null : Promise.reject(error)))

const storeUnavailable = (cause: unknown) =>
  unavailable('the store of images does not answer; retry in a moment', cause)
