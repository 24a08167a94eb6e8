/** A worker of the shared queue whose renderer only waits: started by `scale-workers.ts`, ended by a signal. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Renderer, RenderRequest, RenderResult } from '../../src/domain/image/ports.ts'
import { createLocalDispatcher } from '../../src/domain/image/render-graph.ts'
import { createQueueWorker } from '../../src/job-queue/worker.ts'
import { openStore } from '../../src/storage/open.ts'

interface Given {
  readonly redis: { readonly url: string; readonly prefix: string }
  readonly dataDir: string
  readonly atOnce: number
  /** Of each render. */
  readonly ms: number
}

const { redis, dataDir, atOnce, ms }: Given = JSON.parse(process.argv[2] ?? '')
const image = Buffer.alloc(40_000, 1)

async function draw(request: RenderRequest): Promise<RenderResult> {
  await request.figure()
  await pause(ms)
  return { images: new Map(request.formats.map(format => [format, image])), omitted: [] }
}
const renderer: Renderer = {
  draw: request => ({ result: draw(request), promote: () => request.formats, cancel: () => true }),
  canary: async () => {},
  stats: () => ({ workers: atOnce, busy: 0, queued: 0, rendered: 0, failed: 0, restarts: 0 }),
  close: async () => {},
}

const onError = (error: unknown) => console.error(error)
const store = await openStore({ mongodbUrl: null, dataDir })
const dispatcher = createLocalDispatcher({ store, renderer, onStoreError: onError })
await createQueueWorker({ redis, store, dispatcher, concurrency: atOnce, onError })
console.log('ready')
