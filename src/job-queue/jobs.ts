/** What travels through the shared queue: ids and outcomes, never images. */

import { createHash } from 'node:crypto'
import { firstFormats } from '../domain/image/in-flight.ts'
import { isDefaultLook, lookName } from '../domain/image/look.ts'
import type { RenderJob, RenderPriority } from '../domain/image/ports.ts'
import { AppError, internal, workersEnded } from '../errors/errors.ts'
import { fromWire, toWire } from '../errors/wire.ts'

/**
 * The shape of what travels. Workers take only the jobs of protocols they understand: a change of that shape raises
 * the number, and with it the queue's name; workers then serve both queues until no gateway uses the older one.
 */
const protocol = 3
export const queueName = `renders-${protocol}`

/** Draws the canary on whichever worker takes it. */
export const canaryJob = 'canary'
export const renderJob = 'render'
/** A figure by value, for whoever sent it. */
export const unstoredJob = 'unstored'

/** Where the trace of a render goes on. What a job carries of it is BullMQ's own field for that, no part of the job. */
export interface JobTraces {
  /** The trace that asks here; undefined where none does. */
  carry(): string | undefined
  /** Does the work of a job that was added then, in milliseconds since 1970, as part of the trace it carries. */
  resume<T>(carried: string | undefined, addedAt: number, work: () => Promise<T>): Promise<T>
}

/** BullMQ takes the lowest number first, up to two million. */
const firstPriority: Readonly<Record<RenderPriority, number>> = { waiting: 1, background: 1_000_000 }
const mostAhead = 900_000

/**
 * What somebody waits for comes first; within that, a job stands behind as many turns as its account has jobs in the
 * queue, so that an account with many takes turns with the others.
 */
export const priorityOf = (priority: RenderPriority, ahead: number): number =>
  firstPriority[priority] + Math.min(ahead, mostAhead)

/**
 * One job per version and look, whatever the formats and whichever gateway asks: a figure is plotted once for all.
 * Begins with a digit: a graph_id may begin with a dash, and a command line would take that for an option.
 */
export const jobIdOf = ({ graphId, version, look }: RenderJob): string =>
  `${version}-${graphId}-${createHash('sha256').update(lookName(look)).digest('base64url').slice(0, 16)}`

/**
 * Whichever format of a graph's own look is asked for first, the two that every graph has come with it: a figure that is
 * ready has both, and is not plotted a second time for the other.
 */
export function withFirstFormats(job: RenderJob): RenderJob {
  if (!isDefaultLook(job.look)) return job
  return { ...job, formats: [...new Set([...job.formats, ...firstFormats])] }
}

/** An error as the text of a failed job, and back: its code survives the way between processes. */
export function errorToText(error: unknown): string {
  return JSON.stringify(toWire(error instanceof AppError ? error : internal(error)))
}

/** Ours are JSON, also those that only another release knows; else it is BullMQ that speaks. */
export const isOurError = (text: string): boolean => text.startsWith('{')

export const errorFromText = (text: string): AppError => parseError(text) ?? workersEnded(new Error(text))

function parseError(text: string): AppError | null {
  try {
    return fromWire(JSON.parse(text))
  } catch {
    return null
  }
}
