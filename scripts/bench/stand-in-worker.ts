/**
 * A worker of the shared queue that draws nothing and stores nothing: each render takes the same time, and no processor.
 * Started by `scale-workers.ts`, ended by a signal.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { createQueueWorker, type QueueWorkerDeps } from '../../src/job-queue/worker/worker.ts'

interface Given {
  readonly redis: QueueWorkerDeps['redis']
  readonly atOnce: number
  /** Of each render. */
  readonly ms: number
}

const { redis, atOnce, ms }: Given = JSON.parse(process.argv[2] ?? '')

// What a worker asks of them for a render that succeeds, and no more.
const store = {
  artifacts: { get: async () => null },
  records: () => ({}),
} as unknown as QueueWorkerDeps['store']
const dispatcher = {
  submit: () => ({ result: pause(ms) }),
  settled: async () => {},
} as unknown as QueueWorkerDeps['dispatcher'] // as above

await createQueueWorker({ redis, store, dispatcher, concurrency: atOnce, onError: console.error })
console.log('ready')
