/** The gateway's side of the shared queue: submits renders by id and waits for their outcome. */

import { type Job, Queue } from 'bullmq'
import type {
  RenderDispatcher,
  RenderHandle,
  RenderJob,
  RenderPriority,
  UnstoredDispatcher,
  UnstoredJob,
} from '../domain/image/ports.ts'
import type { Store } from '../domain/ports.ts'
import { AppError, cancelled, graphNotFound, overloaded, unavailable } from '../errors/errors.ts'
import { createAsks } from './asks.ts'
import { checkServer, openForCommands, openForListening, type RedisAddress } from './connection.ts'
import { watchWorkers } from './heartbeats.ts'
import { canaryJob, errorFromText, jobIdOf, priorityOf, queueName, renderJob, unstoredJob } from './jobs.ts'
import { queueKeys } from './keys.ts'
import { startLookout } from './lookout.ts'
import { createOutcomes, type Waiter } from './outcomes.ts'
import { createPlaces, payerOf } from './places.ts'
import { hearReplies } from './replies.ts'
import { type Artifacts, findArtifacts } from './stored-artifacts.ts'
import { createUnstoredFiles, type UnstoredJobData } from './unstored.ts'

export interface QueueDispatcherDeps {
  readonly redis: RedisAddress
  readonly store: Pick<Store, 'artifacts' | 'graphs'>
  readonly onError: (error: unknown) => void
}

export interface QueueDispatcher extends RenderDispatcher, UnstoredDispatcher {
  /** Whether a worker lived a moment ago. */
  readonly alive: boolean
}

/** Somebody waits: 15 s for a page, 20 s to render, and a little for the way there and back. */
const waitMs = 40_000
/** Nobody waits: a job this old is forgotten here; its outcome, if it comes, is in the store. */
const backgroundMs = 600_000
const canaryMs = 10_000
/** How often a job is added anew whose outcome lacks a format: it was asked for while the job ended. */
const rounds = 3

const tooLate = () => overloaded('no worker made the image in time; see that `plotgate worker` runs', 5)
const away = (cause: unknown) =>
  cause instanceof AppError ? cause : unavailable('the render queue does not answer', cause)

/** Rejects where the server refuses us or is no place for a queue; one that is away may come back. */
export async function createQueueDispatcher(deps: QueueDispatcherDeps): Promise<QueueDispatcher> {
  const { store, onError } = deps
  const { url, prefix } = deps.redis
  const keys = queueKeys(prefix)
  const gatewayId = crypto.randomUUID()
  const commands = openForCommands(url, onError)
  const listening = openForListening(url, onError)
  const disconnect = () => {
    commands.disconnect()
    listening.disconnect()
  }
  const answers = await checkServer(commands).catch(error => {
    disconnect()
    throw error
  })
  if (!answers) onError(unavailable('REDIS_URL does not answer; renders wait until it does'))

  const queue = new Queue(queueName, {
    connection: commands,
    prefix: keys.bull,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  })
  queue.on('error', onError)
  const asks = createAsks(commands, keys)
  const files = createUnstoredFiles(commands, keys)
  const outcomes = createOutcomes()
  const places = createPlaces(() => queue.getJobCountByTypes('waiting', 'prioritized', 'active'))
  const heard = hearReplies(
    listening,
    keys,
    gatewayId,
    ({ jobId, error }) =>
      outcomes.settle(jobId, waiter =>
        error === undefined ? waiter.resolve() : waiter.reject(errorFromText(error)),
      ),
    onError,
  )
  if (answers) await heard
  const workers = await watchWorkers(commands, keys)
  const stopLookout = startLookout(outcomes, workers, onError)

  /** BullMQ waits for a connection for ever; callers do not. */
  function requireConnection(): void {
    if (commands.status !== 'ready') throw unavailable('the render queue does not answer')
  }

  /** Until when this gateway wants the job, whoever of its callers it is for. */
  function wantedUntil(jobId: string): number {
    const all = outcomes.of(jobId)
    return all.every(({ waiting }) => waiting) ? Math.max(...all.map(({ until }) => until)) : 0
  }

  /** Where a job of that name is there already, its formats and those who ask are added to it. */
  async function add(
    name: string,
    data: object & Partial<Pick<RenderJob, 'formats'>>,
    jobId: string,
    priority: number,
  ): Promise<Job> {
    requireConnection()
    await asks.add(jobId, gatewayId, data.formats ?? [], wantedUntil(jobId))
    return queue.add(name, data, { jobId, priority })
  }

  /** Takes the job away where nobody else wants it. Where it fails a worker holds it: what it draws is kept. */
  async function withdraw(jobId: string): Promise<void> {
    if (outcomes.of(jobId).length > 0) return
    requireConnection()
    if (await asks.withdraw(jobId, gatewayId)) await queue.remove(jobId)
  }

  const isKept = async (job: RenderJob) => (await store.graphs.findVersion(job)) !== null

  /** Enters the queue at that place; the returned waiter has begun to wait. */
  function enqueue(
    priority: RenderPriority,
    payer: string,
    jobId: string,
    addJob: () => Promise<unknown>,
    found: () => Promise<boolean>,
  ): Waiter {
    const waiter = outcomes.expect(jobId, priority === 'waiting', async () => {
      if (await found()) return waiter.resolve()
      requireConnection()
      if ((await queue.getJobState(jobId)) === 'unknown') await addJob()
    })
    waiter.deadline(waiter.waiting ? waitMs : backgroundMs, tooLate)
    const leave = places.enter(payer)
    waiter.done.then(leave, leave)
    places
      .admit(priority, payer)
      .then(addJob)
      .catch(error => waiter.reject(away(error)))
    return waiter
  }

  function submit(job: RenderJob, priority: RenderPriority): RenderHandle<Artifacts> {
    const jobId = jobIdOf(job)
    const payer = payerOf(job)
    const ahead = places.ahead(payer)
    let waiter: Waiter
    let waited = priority === 'waiting'

    async function addJob(): Promise<void> {
      const added = await add(renderJob, job, jobId, priorityOf(waited ? 'waiting' : 'background', ahead))
      // Another gateway may have queued it with less haste: adding it again changed nothing.
      if (waited) await hasten(added)
    }
    // Where it fails the job is being rendered, or done: there is nothing to hasten.
    const hasten = (added: Job) =>
      added.changePriority({ priority: priorityOf('waiting', ahead) }).catch(() => {})

    async function outcome(round: number): Promise<Artifacts> {
      waiter = enqueue(waited ? 'waiting' : 'background', payer, jobId, addJob, async () =>
        Boolean(await findArtifacts(store, job)),
      )
      await waiter.done
      const artifacts = await findArtifacts(store, job)
      if (artifacts) return artifacts
      // Drawn, yet not kept: the graph was deleted meanwhile.
      if (round === rounds || !(await isKept(job))) throw graphNotFound(job.graphId)
      return outcome(round + 1)
    }

    return {
      result: outcome(1),
      promote() {
        if (!waited) {
          waited = true
          waiter.waiting = true
          waiter.since = performance.now()
          waiter.lookAt = Math.min(waiter.lookAt, waiter.since + 2_000)
          waiter.deadline(waitMs, tooLate)
          queue
            .getJob(jobId)
            .then(it => it && hasten(it))
            .catch(() => {})
        }
        return job.formats
      },
      cancel() {
        waiter.reject(cancelled())
        waiter.done.catch(() => withdraw(jobId)).catch(onError)
        return true
      },
    }
  }

  /** The job is named by itself: no two callers share one, since nobody else has this figure. */
  function draw({ accountId, figure, format, look }: UnstoredJob) {
    const data: UnstoredJobData = { id: crypto.randomUUID(), accountId, format, look }
    const { id } = data
    const ahead = places.ahead(accountId)
    async function addJob(): Promise<void> {
      requireConnection()
      await files.putFigure(id, figure)
      await add(unstoredJob, data, id, priorityOf('waiting', ahead))
    }
    const waiter = enqueue('waiting', accountId, id, addJob, () => files.hasImage(id))
    const result = waiter.done.then(() => files.takeImage(data)).finally(() => files.drop(id).catch(onError))
    return {
      result,
      cancel() {
        waiter.reject(cancelled())
        // Where a worker holds the job already, it finds the figure gone or its image dropped.
        waiter.done.catch(() => withdraw(id)).catch(onError)
        return true
      },
    }
  }

  return {
    submit,
    draw,
    get alive() {
      return workers.alive
    },

    async canary() {
      requireConnection()
      const jobId = `${canaryJob}-${crypto.randomUUID()}`
      const waiter = outcomes.expect(jobId, true, async () => {})
      waiter.deadline(canaryMs, () =>
        unavailable('no worker rendered a canary; see that `plotgate worker` runs'),
      )
      add(canaryJob, {}, jobId, priorityOf('waiting', 0)).catch(error => waiter.reject(away(error)))
      await waiter.done.finally(() => withdraw(jobId).catch(onError))
    },

    async close() {
      stopLookout()
      workers.stop()
      for (const waiter of outcomes.all) waiter.reject(unavailable('shutting down'))
      if (commands.status === 'ready') await queue.close().catch(onError)
      disconnect()
    },
  }
}
