/** The messages of the shared queue: ids and outcomes, never stored images. */

import { createHash } from 'node:crypto'
import { isDefaultLook, lookName } from '../domain/image/look.ts'
import { firstFormats } from '../domain/image/pinned.ts'
import type { RenderJob, RenderPriority } from '../domain/image/ports.ts'
import { AppError, internal, workersEnded } from '../errors/errors.ts'
import { fromWire, toWire } from '../errors/wire.ts'

/**
 * The version of the messages. A change of their format increments it, and with it the queue's name. Workers then serve
 * both queues until no gateway uses the older one.
 */
const protocol = 3
/** The name of the queue, which contains the version of its messages. */
export const queueName = `renders-${protocol}`

/** The job that renders the canary on any worker. */
export const canaryJob = 'canary'
/** The job that renders a stored graph. */
export const renderJob = 'render'
/** The job that renders a figure by value. */
export const unstoredJob = 'unstored'

/** Propagates OpenTelemetry traces through jobs, in BullMQ's own field for them. */
export interface JobTraces {
  /** The current trace context; undefined if there is none. */
  carry(): string | undefined
  /** Runs `work` as part of the trace carried by a job. `addedAt` is in milliseconds since 1970. */
  resume<T>(carried: string | undefined, addedAt: number, work: () => Promise<T>): Promise<T>
}

/** BullMQ runs the job with the lowest number first. The maximum is about two million. */
const firstPriority: Readonly<Record<RenderPriority, number>> = { waiting: 1, background: 1_000_000 }
const maxAhead = 900_000

/**
 * Jobs that somebody waits for come first. Among them, each job that its account has queued already moves a job back by one
 * turn, so that accounts take turns.
 */
export const priorityOf = (priority: RenderPriority, ahead: number): number =>
  firstPriority[priority] + Math.min(ahead, maxAhead)

/**
 * There is one job per version and look, for all formats and gateways, so that a figure is plotted only once. The id begins
 * with a digit, because a graph_id may begin with a dash, which a command line would take for an option.
 */
export const jobIdOf = ({ graphId, version, look }: RenderJob): string =>
  `${version}-${graphId}-${createHash('sha256').update(lookName(look)).digest('base64url').slice(0, 16)}`

/** The flow of a job. Renders in other sizes, which anybody may request, are counted apart from the account's stored images. */
export const flowOf = ({ accountId, look }: Pick<RenderJob, 'accountId' | 'look'>): string =>
  isDefaultLook(look) ? accountId : `${accountId} variants`

/**
 * Adds the two prerendered formats to a job with the default look, so that the figure need not be plotted again for them.
 */
export function withFirstFormats(job: RenderJob): RenderJob {
  if (!isDefaultLook(job.look)) return job
  return { ...job, formats: [...new Set([...job.formats, ...firstFormats])] }
}

/** Serialises an error as the text of a failed job, with its code. */
export function errorToText(error: unknown): string {
  return JSON.stringify(toWire(error instanceof AppError ? error : internal(error)))
}

/** Whether the text is one of our errors, which are JSON, also those of other releases. Others come from BullMQ. */
export const isErrorJson = (text: string): boolean => text.startsWith('{')

/** The error of a failed job, from its text. A text of BullMQ means that workers have died. */
export const errorFromText = (text: string): AppError => parseError(text) ?? workersEnded(new Error(text))

function parseError(text: string): AppError | null {
  try {
    return fromWire(JSON.parse(text))
  } catch {
    return null
  }
}
