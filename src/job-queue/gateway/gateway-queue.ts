/** A gateway's access to the queue: adds jobs, waits for their outcomes, and withdraws jobs that nobody wants. */

import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { ImageFormat } from '../../domain/image/formats.ts'
import type { RenderPriority } from '../../domain/image/ports.ts'
import { AppError, cancelled, overloaded, unavailable } from '../../errors/errors.ts'
import { requireConnection } from '../connection.ts'
import type { JobRequests } from '../job-requests.ts'
import { type JobTraces, priorityOf } from '../jobs.ts'
import type { Outcomes, Waiter } from './outcomes.ts'
import type { PendingLimits } from './pending-limits.ts'

export interface Entry {
  readonly jobId: string
  readonly name: string
  readonly data: object
  readonly formats: readonly ImageFormat[]
  /** The flow of the job: flows take turns. */
  readonly flow: string
  /** Whether the outcome exists already. */
  found(): Promise<boolean>
  /** Stores the data that the job needs. */
  prepare?(): Promise<void>
}

export interface QueuedRender {
  readonly waiter: Waiter
  /** Promotes the job, because somebody waits for it until that time. */
  promote(until: number): void
  /** Rejects with `cancelled`, and withdraws the job. Resolves to whether it was dropped: no worker has begun it. */
  cancel(): Promise<boolean>
}

export interface GatewayQueue {
  /** `until` is a deadline in the time of `performance.now()`, after which waiting callers are refused, with when to retry. */
  enter(entry: Entry, priority: RenderPriority, until: number): QueuedRender
  /** Adds a job before all others, without a request. */
  addFirst(name: string, jobId: string): Promise<void>
  /**
   * Removes the job if no other gateway wants it. A job that a worker has started goes on, and its result is stored. Never
   * rejects.
   */
  withdraw(jobId: string): Promise<void>
}

export interface GatewayQueueDeps {
  readonly gatewayId: string
  readonly commands: Redis
  readonly queue: Queue
  readonly requests: JobRequests
  readonly outcomes: Outcomes
  readonly limits: PendingLimits
  readonly traces: JobTraces | null
  readonly onError: (error: unknown) => void
}

/**
 * The deadline of a request that somebody waits for: 15 s for a page, 20 s for the render, and some time for the queue. Even
 * if a job is restarted in between, every caller has an answer within 45 s.
 */
export const waitMs = 38_000

const tooLate = () => overloaded('no worker made the image in time; see that `plotgate worker` runs', 5)
const away = (cause: unknown) =>
  cause instanceof AppError ? cause : unavailable('the render queue does not answer', cause)

export function createGatewayQueue(deps: GatewayQueueDeps): GatewayQueue {
  const { gatewayId, commands, queue, requests, outcomes, onError } = deps

  async function remove(jobId: string): Promise<boolean> {
    if (outcomes.of(jobId).length > 0) return false
    requireConnection(commands)
    return (await requests.withdraw(jobId, gatewayId)) && (await queue.remove(jobId)) === 1
  }

  return {
    enter(entry, priority, until) {
      const queued = enterQueue(deps, remove, entry, priority)
      queued.waiter.deadline(until, tooLate)
      return queued
    },
    withdraw: jobId => remove(jobId).then(() => {}, onError),

    async addFirst(name, jobId) {
      requireConnection(commands)
      await requests.add({ jobId, gatewayId, formats: [], waitMs: outcomes.wantedFor(jobId), flow: name })
      await queue.add(name, {}, { jobId, priority: priorityOf('waiting', 0) })
    },
  }
}

/** `remove` removes the job unless somebody wants it or a worker has begun it, and resolves to whether it did. */
function enterQueue(
  { gatewayId, commands, queue, requests, outcomes, limits, traces, onError }: GatewayQueueDeps,
  remove: (jobId: string) => Promise<boolean>,
  entry: Entry,
  priority: RenderPriority,
): QueuedRender {
  const { jobId, name, data, formats, flow } = entry
  const metadata = traces?.carry()
  let ahead = 0

  const isWanted = () => outcomes.of(jobId).length > 0

  /** Adds the job, or adds the formats and this gateway to an existing one. */
  async function add(): Promise<void> {
    if (!isWanted()) return
    requireConnection(commands)
    await entry.prepare?.()
    const wantedMs = outcomes.wantedFor(jobId)
    const turn = await requests.add({ jobId, gatewayId, formats, waitMs: wantedMs, flow })
    ahead = turn.ahead
    const { waiting } = waiter
    const job = await queue.add(name, data, {
      jobId,
      priority: priorityOf(waiting ? 'waiting' : 'background', ahead),
      ...(metadata !== undefined && { telemetry: { metadata } }),
    })
    // If callers left while the job was being added, it may not have been withdrawn yet.
    if (!isWanted()) {
      await remove(jobId)
      return
    }
    // The job may have been queued with a lower priority, or was promoted while it was being added.
    if (waiter.waiting && (turn.known || !waiting)) await moveAhead(job)
  }

  // Fails if the job is active or finished, and need not be promoted.
  const moveAhead = (job: Job) =>
    job.changePriority({ priority: priorityOf('waiting', ahead) }).catch(() => {})

  const waiter = outcomes.expect(jobId, priority === 'waiting', {
    found: entry.found,
    async addAgain() {
      requireConnection(commands)
      if ((await queue.getJobState(jobId)) === 'unknown') await add()
    },
  })
  const leave = limits.enter(flow)
  waiter.done.then(leave, leave)
  limits
    .admit(priority, flow)
    .then(add)
    .catch(error => waiter.reject(away(error)))

  return {
    waiter,
    promote(until) {
      waiter.promote()
      waiter.deadline(until, tooLate)
      queue
        .getJob(jobId)
        .then(job => job && moveAhead(job))
        .catch(() => {})
    },
    async cancel() {
      waiter.reject(cancelled())
      try {
        return await waiter.done.then(
          () => false,
          () => remove(jobId),
        )
      } catch (error) {
        onError(error)
        return false
      }
    },
  }
}
