/** A gateway's place in the shared queue: adds jobs, waits for their outcome, takes back what nobody wants. */

import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { ImageFormat } from '../domain/image/formats.ts'
import type { RenderPriority } from '../domain/image/ports.ts'
import { AppError, overloaded, unavailable } from '../errors/errors.ts'
import type { Asks } from './asks.ts'
import { type JobTraces, priorityOf } from './jobs.ts'
import type { Outcomes, Waiter } from './outcomes.ts'
import type { Places } from './places.ts'

export interface Entry {
  readonly jobId: string
  readonly name: string
  readonly data: object
  readonly formats: readonly ImageFormat[]
  /** Whose turn it takes. */
  readonly payer: string
  /** Whether the outcome is there already. */
  found(): Promise<boolean>
  /** Puts there what the job needs beside itself. */
  prepare?(): Promise<void>
}

export interface Place {
  readonly waiter: Waiter
  /** Somebody waits for it now, until that moment. */
  hasten(until: number): void
}

export interface Line {
  /** `until`: in the time of `performance.now()`; after it, one that waits is told to come back. */
  enter(entry: Entry, priority: RenderPriority, until: number): Place
  /** Adds a job beside the line, before all others. */
  addFirst(name: string, jobId: string): Promise<void>
  /** Takes the job away where nobody else wants it. Where it fails a worker holds it: what it draws is kept. */
  withdraw(jobId: string): Promise<void>
}

export interface LineDeps {
  readonly gatewayId: string
  readonly commands: Redis
  readonly queue: Queue
  readonly asks: Asks
  readonly outcomes: Outcomes
  readonly places: Places
  readonly traces: JobTraces | null
}

const tooLate = () => overloaded('no worker made the image in time; see that `plotgate worker` runs', 5)
const away = (cause: unknown) =>
  cause instanceof AppError ? cause : unavailable('the render queue does not answer', cause)

export function createLine({ gatewayId, commands, queue, asks, outcomes, places, traces }: LineDeps): Line {
  /** BullMQ waits for a connection for ever; callers do not. */
  function requireConnection(): void {
    if (commands.status !== 'ready') throw unavailable('the render queue does not answer')
  }

  /** How long this gateway wants the job, whoever of its callers it is for; null: in any case. */
  function wantedFor(jobId: string): number | null {
    const all = outcomes.of(jobId)
    if (!all.every(({ waiting }) => waiting)) return null
    return Math.max(...all.map(({ until }) => until)) - performance.now()
  }

  function enter(entry: Entry, priority: RenderPriority, until: number): Place {
    const { jobId, name, data, formats, payer } = entry
    const metadata = traces?.carry()
    let ahead = 0

    const isWanted = () => outcomes.of(jobId).length > 0

    /** Where a job of that name is there already, its formats and those who ask are added to it. */
    async function add(): Promise<void> {
      if (!isWanted()) return
      requireConnection()
      await entry.prepare?.()
      const turn = await asks.add({ jobId, gatewayId, formats, forMs: wantedFor(jobId), payer })
      ahead = turn.ahead
      const { waiting } = waiter
      const job = await queue.add(name, data, {
        jobId,
        priority: priorityOf(waiting ? 'waiting' : 'background', ahead),
        ...(metadata !== undefined && { telemetry: { metadata } }),
      })
      // Given up while it was being added: nobody may have found it there to take it back.
      if (!isWanted()) return withdraw(jobId)
      // It may have been queued with less haste before, or be hastened while it was added.
      if (waiter.waiting && (turn.known || !waiting)) await moveAhead(job)
    }

    // Where it fails the job is being rendered, or done: there is nothing to hasten.
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
    const leave = places.enter(payer)
    waiter.done.then(leave, leave)
    places
      .admit(priority, payer)
      .then(add)
      .catch(error => waiter.reject(away(error)))

    return {
      waiter,
      hasten(sooner) {
        waiter.hasten()
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
    if (await asks.withdraw(jobId, gatewayId)) await queue.remove(jobId)
  }

  return {
    enter,
    withdraw,

    async addFirst(name, jobId) {
      requireConnection()
      await asks.add({ jobId, gatewayId, formats: [], forMs: wantedFor(jobId), payer: name })
      await queue.add(name, {}, { jobId, priority: priorityOf('waiting', 0) })
    },
  }
}
