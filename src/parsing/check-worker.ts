/** The thread behind the checker: bodies in, what was read of them or plain descriptions of errors out. */

import { parentPort } from 'node:worker_threads'
import type { Submission } from '../domain/figure/submission.ts'
import { memoryOf } from '../domain/figure/text.ts'
import { AppError, type ErrorDetail } from '../errors/errors.ts'
import { type Reader, readers } from './readers.ts'

export interface CheckRequest {
  readonly reader: Reader
  readonly body: Uint8Array
  readonly options: readonly unknown[]
}

/** Errors lose their class between threads, so they travel as what they are made of. An empty code: a fault of ours. */
export type CheckAnswer =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false
      readonly error: {
        readonly code: string
        readonly status: number
        readonly message: string
        readonly details: readonly ErrorDetail[] | undefined
      }
    }

function check({ reader, body, options }: CheckRequest): CheckAnswer {
  // Who asks has typed each reader's options; messages between threads have no types.
  const read = readers[reader] as (body: Uint8Array, ...options: readonly unknown[]) => unknown
  try {
    return { ok: true, result: read(body, ...options) }
  } catch (error) {
    if (!(error instanceof AppError)) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return { ok: false, error: { code: '', status: 500, message, details: undefined } }
    }
    const { code, status, message, details } = error
    return { ok: false, error: { code, status, message, details } }
  }
}

parentPort?.on('message', (request: CheckRequest) => {
  const answer = check(request)
  const { figure } = (answer.ok ? answer.result : {}) as Partial<Submission>
  parentPort?.postMessage(answer, figure ? memoryOf([figure.data, figure.layout, figure.frames]) : [])
})
