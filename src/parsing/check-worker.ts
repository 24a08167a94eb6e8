/** The worker thread of the checker: receives bodies and sends results or serialised errors. */

import { parentPort } from 'node:worker_threads'
import type { Submission } from '../domain/figure/submission.ts'
import { largeText, memoryOf } from '../domain/figure/text.ts'
import { AppError } from '../errors/errors.ts'
import { type ErrorWire, toWire } from '../errors/wire.ts'
import { type Reader, readers } from './readers.ts'

export interface CheckRequest {
  readonly reader: Reader
  readonly body: Uint8Array
  readonly options: readonly unknown[]
}

export type CheckAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: ErrorWire }
  /** An unexpected error, with its stack. */
  | { readonly ok: false; readonly stack: string }

function check({ reader, body, options }: CheckRequest): CheckAnswer {
  // Callers have checked the types of options; messages between threads are untyped.
  const read = readers[reader] as (body: Uint8Array, ...options: readonly unknown[]) => unknown
  try {
    return { ok: true, result: read(body, ...options) }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, error: toWire(error) }
    return { ok: false, stack: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (request: CheckRequest) => {
  const answer = check(request)
  parentPort?.postMessage(answer, answer.ok ? movable(answer.result) : [])
  // Freed explicitly, because an idle thread collects garbage late.
  const { buffer } = request.body
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
})

/** The memory of large texts, which is transferred back instead of being copied. */
function movable(result: unknown): ArrayBuffer[] {
  if (Buffer.isBuffer(result)) return result.length >= largeText ? memoryOf([result]) : []
  const { figure } = (result ?? {}) as Partial<Submission>
  return figure ? memoryOf([figure.data, figure.layout, figure.frames]) : []
}
