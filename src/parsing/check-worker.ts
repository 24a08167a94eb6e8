/** The thread behind the checker: bodies in, what was read of them or plain descriptions of errors out. */

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
  /** A fault of ours: where it happened. */
  | { readonly ok: false; readonly stack: string }

function check({ reader, body, options }: CheckRequest): CheckAnswer {
  // Who asks has typed each reader's options; messages between threads have no types.
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
  // Freed now: a thread with little else to do collects its garbage late.
  const { buffer } = request.body
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
})

/** Large texts move to who asked instead of being copied. */
function movable(result: unknown): ArrayBuffer[] {
  if (Buffer.isBuffer(result)) return result.length >= largeText ? memoryOf([result]) : []
  const { figure } = (result ?? {}) as Partial<Submission>
  return figure ? memoryOf([figure.data, figure.layout, figure.frames]) : []
}
