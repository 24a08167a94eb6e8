/** What travels through the shared queue: ids and outcomes, never pictures. */

import { createHash } from 'node:crypto'
import { variantOf } from '../domain/graph/graph.ts'
import type { RenderJob, RenderPriority } from '../domain/ports.ts'
import { AppError, internal } from '../errors/errors.ts'

export const queueName = 'plotgate-renders'

/** Draws the canary on whichever worker takes it: that is what readiness means for a gateway. */
export const canaryJob = 'canary'
export const renderJob = 'render'
/** A figure by value, for whoever sent it. */
export const unstoredJob = 'unstored'

/** BullMQ takes the lowest number first, up to two million. */
const firstPriority: Readonly<Record<RenderPriority, number>> = { waiting: 1, background: 1_000_000 }
const mostAhead = 900_000

/**
 * What somebody waits for comes first; within that, a job stands behind as many turns as its account has jobs in the
 * queue, so that an account with many takes turns with the others.
 */
export const priorityOf = (priority: RenderPriority, ahead: number): number =>
  firstPriority[priority] + Math.min(ahead, mostAhead)

/** Equal jobs have equal ids, so that one drawing serves every gateway that asks while it is under way. */
export function jobIdOf({ graphId, version, formats, look }: RenderJob): string {
  const name = formats.map(format => variantOf({ ...look, format })).join(' ')
  return `${graphId}-${version}-${createHash('sha256').update(name).digest('base64url').slice(0, 16)}`
}

/** An error as the text of a failed job, and back: its code and status survive the way between processes. */
export function errorToText(error: unknown): string {
  const { code, status, message, retryAfter } = error instanceof AppError ? error : internal(error)
  return JSON.stringify({ code, status, message, retryAfter })
}

export function errorFromText(text: string): AppError {
  try {
    const { code, status, message, retryAfter } = JSON.parse(text)
    if (typeof code === 'string' && typeof status === 'number') {
      return new AppError(code, status, String(message), { retryAfter })
    }
  } catch {
    // Not one of ours: BullMQ's own words, such as a stalled job.
  }
  return internal(new Error(text))
}
