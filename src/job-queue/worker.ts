/** The worker's side of the shared queue: takes renders, draws them, puts the artifacts into the store. */

import { Worker } from 'bullmq'
import type { LocalDispatcher } from '../domain/image/render-graph.ts'
import type { RenderJob } from '../domain/ports.ts'
import { openForListening } from './connection.ts'
import { canaryJob, errorToText, queueName, unstoredJob } from './jobs.ts'
import { putImage, takeFigure, type UnstoredJobData } from './unstored.ts'

export interface QueueWorkerDeps {
  readonly redisUrl: string
  readonly dispatcher: LocalDispatcher
  /** How many jobs to hold at once: more than there are pages, so that no page waits for the queue. */
  readonly concurrency: number
  readonly onError: (error: unknown) => void
}

export interface QueueWorker {
  /** Finishes what it holds, takes no more. */
  close(): Promise<void>
}

/** A job whose worker died is given to another once its lock has run out. */
const lockMs = 30_000

export async function createQueueWorker(deps: QueueWorkerDeps): Promise<QueueWorker> {
  const { dispatcher } = deps
  const connection = openForListening(deps.redisUrl, deps.onError)

  async function drawUnstored({ id, ...job }: UnstoredJobData): Promise<void> {
    const figure = await takeFigure(connection, id)
    await putImage(connection, id, await dispatcher.draw({ ...job, figure }).result)
  }

  async function work(name: string, data: RenderJob | UnstoredJobData): Promise<void> {
    if (name === canaryJob) return dispatcher.canary()
    if (name === unstoredJob) return drawUnstored(data as UnstoredJobData)
    try {
      await dispatcher.submit(data as RenderJob, 'waiting').result
    } finally {
      // The gateway reads from the store as soon as it hears of the outcome.
      await dispatcher.settled()
    }
  }

  const worker = new Worker(
    queueName,
    async job => {
      try {
        await work(job.name, job.data)
      } catch (error) {
        throw new Error(errorToText(error))
      }
    },
    {
      connection,
      concurrency: deps.concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: 1,
    },
  )
  worker.on('error', deps.onError)
  await worker.waitUntilReady()

  return {
    async close() {
      await worker.close()
      connection.disconnect()
    },
  }
}
