/** The gateway's side of the shared queue: submits jobs and waits for their outcomes. */

import { Queue } from 'bullmq'
import type { QueueStats, RenderDispatcher, UnstoredDispatcher } from '../../domain/image/ports.ts'
import type { Store } from '../../domain/ports.ts'
import { shuttingDown, unavailable } from '../../errors/errors.ts'
import {
  checkServer,
  openForCommands,
  openForListening,
  type RedisAddress,
  requireConnection,
} from '../connection.ts'
import { watchWorkers } from '../heartbeats.ts'
import { createJobRequests } from '../job-requests.ts'
import { canaryJob, errorFromText, type JobTraces, queueName } from '../jobs.ts'
import { queueKeys } from '../keys.ts'
import { subscribeToReplies } from '../replies.ts'
import { readStats } from '../stats.ts'
import { createUnstoredFiles } from '../unstored.ts'
import { createGatewayQueue, type GatewayQueue } from './gateway-queue.ts'
import { createOutcomes, type Outcomes } from './outcomes.ts'
import { createPendingLimits } from './pending-limits.ts'
import { startRechecks } from './rechecks.ts'
import { createStoredDispatch } from './stored-dispatch.ts'
import { createUnstoredDispatch } from './unstored-dispatch.ts'

export interface QueueDispatcherDeps {
  readonly redis: RedisAddress
  readonly store: Pick<Store, 'artifacts' | 'graphs'>
  readonly traces?: JobTraces | undefined
  readonly onError: (error: unknown) => void
}

export interface QueueDispatcher extends RenderDispatcher, UnstoredDispatcher {
  /** Whether a worker was alive a moment ago. */
  readonly alive: boolean
  stats(): Promise<QueueStats>
}

/** Shorter than the timeouts of usual health checks, so that the answer can name the reason. */
const canaryMs = 4_000

/** Rejects if the server refuses the connection or is unsuitable for a queue. An unavailable server is waited for. */
export async function createQueueDispatcher(deps: QueueDispatcherDeps): Promise<QueueDispatcher> {
  const { store, onError, traces = null } = deps
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
  const requests = createJobRequests(commands, keys)
  const outcomes = createOutcomes()
  const limits = createPendingLimits(() => queue.getJobCountByTypes('waiting', 'prioritized', 'active'))
  const subscribed = subscribeToReplies(
    listening,
    keys,
    gatewayId,
    ({ jobId, error }) =>
      outcomes.settle(jobId, waiter =>
        error === undefined ? waiter.resolve() : waiter.reject(errorFromText(error)),
      ),
    onError,
  )
  if (answers) await subscribed
  const workers = await watchWorkers(commands, keys)
  const stopRechecks = startRechecks(outcomes, workers, onError)

  const gatewayQueue = createGatewayQueue({
    gatewayId,
    commands,
    queue,
    requests,
    outcomes,
    limits,
    traces,
    onError,
  })

  return {
    submit: createStoredDispatch(gatewayQueue, store),
    draw: createUnstoredDispatch(gatewayQueue, createUnstoredFiles(commands, keys), onError),
    get alive() {
      return workers.alive
    },

    async stats() {
      requireConnection(commands)
      return readStats(commands, keys)
    },

    canary: () => drawCanary(gatewayQueue, outcomes),

    async close() {
      stopRechecks()
      workers.stop()
      for (const waiter of outcomes.all) waiter.reject(shuttingDown())
      if (commands.status === 'ready') await queue.close().catch(onError)
      disconnect()
    },
  }
}

/** Rejects with `unavailable` if no worker draws the canary in time. */
async function drawCanary(gatewayQueue: GatewayQueue, outcomes: Outcomes): Promise<void> {
  const jobId = `${canaryJob}-${crypto.randomUUID()}`
  const nothing = { found: async () => false, addAgain: async () => {} }
  const waiter = outcomes.expect(jobId, true, nothing)
  waiter.deadline(performance.now() + canaryMs, () =>
    unavailable('no worker rendered a canary; see that `plotgate worker` runs'),
  )
  gatewayQueue.addFirst(canaryJob, jobId).catch(error => waiter.reject(error))
  await waiter.done.finally(() => void gatewayQueue.withdraw(jobId))
}
