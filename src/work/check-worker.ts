/** The thread behind the checker: bodies in, submissions or plain descriptions of errors out. */

import { parentPort } from 'node:worker_threads'
import { readSubmission, type Submission } from '../domain/figure/submission.ts'
import { AppError, type ErrorDetail } from '../errors.ts'

/** Errors lose their class between threads, so they travel as what they are made of. An empty code: a fault of ours. */
export type CheckAnswer =
  | { readonly ok: true; readonly submission: Submission }
  | {
      readonly ok: false
      readonly error: {
        readonly code: string
        readonly status: number
        readonly message: string
        readonly details: readonly ErrorDetail[] | undefined
      }
    }

function check(body: Uint8Array): CheckAnswer {
  try {
    return { ok: true, submission: readSubmission(body) }
  } catch (error) {
    if (!(error instanceof AppError)) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return { ok: false, error: { code: '', status: 500, message, details: undefined } }
    }
    const { code, status, message, details } = error
    return { ok: false, error: { code, status, message, details } }
  }
}

parentPort?.on('message', (body: Uint8Array) => parentPort?.postMessage(check(body)))
