/** Notifies the gateways that wait for a job of its outcome. */

import type { Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { versionName } from '../../domain/graph/graph.ts'
import type { RenderJob } from '../../domain/image/ports.ts'
import type { Quarantine } from '../../domain/image/quarantine.ts'
import { workersEnded } from '../../errors/errors.ts'
import { forgetFailure, isWorthKeeping, keepFailure } from '../failures.ts'
import type { JobRequests } from '../job-requests.ts'
import { errorToText, isErrorJson, renderJob } from '../jobs.ts'
import type { QueueKeys } from '../keys.ts'
import { reply } from '../replies.ts'

export interface NotificationDeps {
  readonly requests: JobRequests
  readonly quarantine: Quarantine
  readonly onError: (error: unknown) => void
}

export interface Notifications {
  /** Begins to notify them. `failure` is the text of the error of a job that failed. */
  start(job: Job | undefined, failure?: string): void
  /** Resolves when all are notified. */
  settled(): Promise<void>
}

export function createNotifications(
  connection: Redis,
  keys: QueueKeys,
  { requests, quarantine, onError }: NotificationDeps,
): Notifications {
  const running = new Set<Promise<void>>()

  /** Quarantines the figure of a job that has lost too many workers, which BullMQ reports with a message of its own. */
  async function blame(job: RenderJob, text: string): Promise<string> {
    const error = workersEnded(new Error(text))
    return errorToText(await quarantine.strike(versionName(job), job.look, error).catch(() => error))
  }

  /** Notifies the gateways after BullMQ has removed the job, because they may add it again. */
  async function notify(job: Job, failure?: string): Promise<void> {
    const { id: jobId = '', name, data } = job
    const error =
      failure === undefined || isErrorJson(failure) || name !== renderJob
        ? failure
        : await blame(data, failure)
    const gateways = await requests.settle(jobId)
    await reply(connection, keys, gateways, error === undefined ? { jobId } : { jobId, error })
    if (name !== renderJob) return
    if (error === undefined) await forgetFailure(connection, keys, jobId)
    else if (isWorthKeeping(error)) await keepFailure(connection, keys, { jobId, job: data, text: error })
  }

  return {
    start(job, failure) {
      if (!job) return
      const notification = notify(job, failure)
        .catch(onError)
        .finally(() => running.delete(notification))
      running.add(notification)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
