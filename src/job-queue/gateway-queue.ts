/** A gateway's access to the queue: adds jobs, waits for their outcomes, and withdraws jobs that nobody wants. */

import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { ImageFormat } from '../domain/image/formats.ts'
import type { RenderPriority } from '../domain/image/ports.ts'
import { AppError, overloaded, unavailable } from '../errors/errors.ts'
import type { JobRequests } from './job-requests.ts'
import { type JobTraces, priorityOf } from './jobs.ts'
import type { Outcomes, Waiter } from './outcomes.ts'
import type { PendingLimits } from './pending-limits.ts'

export interface Entry {
  readonly jobId: string
  readonly name: string
  readonly data: object
  readonly formats: readonly ImageFormat[]
  /** The payer, for fair scheduling. */
  readonly payer: string
  /** Whether the outcome exists already. */
  found(): Promise<boolean>
  /** Stores the data that the job needs. */
  prepare?(): Promise<void>
}

export interface QueuedRender {
  readonly waiter: Waiter
  /** Promotes the job, because somebody waits for it until that time. */
  promote(until: number): void
}

export interface GatewayQueue {
  /** `until` is a deadline in the time of `performance.now()`, after which waiting callers are told to retry. */
  enter(entry: Entry, priority: RenderPriority, until: number): QueuedRender
  /** Adds a job before all others, without a request. */
  addFirst(name: string, jobId: string): Promise<void>
  /** Removes the job if no other gateway wants it. A job that a worker has started goes on, and its result is stored. */
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
}

const tooLate = () => overloaded('no worker made the image in time; see that `plotgate worker` runs', 5)
const away = (cause: unknown) =>
  cause instanceof AppError ? cause : unavailable('the render queue does not answer', cause)

export function createGatewayQueue({
  gatewayId,
  commands,
  queue,
  requests,
  outcomes,
  limits,
  traces,
}: GatewayQueueDeps): GatewayQueue {
  /** Fails fast while disconnected, because BullMQ would wait for a connection for ever. */
  function requireConnection(): void {
    if (commands.status !== 'ready') throw unavailable('the render queue does not answer')
  }

  /** How long any caller of this gateway wants the job; null for a background job. */
  function wantedFor(jobId: string): number | null {
    const all = outcomes.of(jobId)
    if (!all.every(({ waiting }) => waiting)) return null
    return Math.max(...all.map(({ until }) => until)) - performance.now()
  }

  function enter(entry: Entry, priority: RenderPriority, until: number): QueuedRender {
    const { jobId, name, data, formats, payer } = entry
    const metadata = traces?.carry()
    let ahead = 0

    const isWanted = () => outcomes.of(jobId).length > 0

    /** Adds the job, or adds the formats and this gateway to an existing one. */
    async function add(): Promise<void> {
      if (!isWanted()) return
      requireConnection()
      await entry.prepare?.()
      const turn = await requests.add({ jobId, gatewayId, formats, waitMs: wantedFor(jobId), payer })
      ahead = turn.ahead
      const { waiting } = waiter
      const job = await queue.add(name, data, {
        jobId,
        priority: priorityOf(waiting ? 'waiting' : 'background', ahead),
        ...(metadata !== undefined && { telemetry: { metadata } }),
      })
      // If callers left while the job was being added, it may not have been withdrawn yet.
      if (!isWanted()) return withdraw(jobId)
      // The job may have been queued with a lower priority, or was promoted while it was being added.
      if (waiter.waiting && (turn.known || !waiting)) await moveAhead(job)
    }

    // Fails if the job is active or finished, and need not be promoted.
    const moveAhead = (job: Job) =>
      job.changePriority({ priority: priorityOf('waiting', ahead) }).catch(() => {})

    const waiter = outcomes.expect(jobId, priority === 'waiting', {
      found: entry.found,
      async addAgain() {
        requireConnection()
        if ((await queue.getJobState(jobId)) === 'unknown') await add()
      },
    })
    waiter.deadline(until, tooLate)
    const leave = limits.enter(payer)
    waiter.done.then(leave, leave)
    limits
      .admit(priority, payer)
      .then(add)
      .catch(error => waiter.reject(away(error)))

    return {
      waiter,
      promote(sooner) {
        waiter.promote()
        waiter.deadline(sooner, tooLate)
        queue
          .getJob(jobId)
          .then(job => job && moveAhead(job))
          .catch(() => {})
      },
    }
  }

  async function withdraw(jobId: string): Promise<void> {
    if (outcomes.of(jobId).length > 0) return
    requireConnection()
    if (await requests.withdraw(jobId, gatewayId)) await queue.remove(jobId)
  }

  return {
    enter,
    withdraw,

    async addFirst(name, jobId) {
      requireConnection()
      await requests.add({ jobId, gatewayId, formats: [], waitMs: wantedFor(jobId), payer: name })
      await queue.add(name, {}, { jobId, priority: priorityOf('waiting', 0) })
    },
  }
}
