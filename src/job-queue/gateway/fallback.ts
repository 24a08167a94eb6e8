/** RENDER_FALLBACK=local: the gateway renders by itself while no worker is alive or the queue is unreachable. */

import type { RenderDispatcher, RenderHandle, UnstoredDispatcher } from '../../domain/image/ports.ts'
import type { LocalDispatcher } from '../../domain/image/renders/local-dispatcher.ts'
import { AppError } from '../../errors/errors.ts'
import type { QueueDispatcher } from './dispatcher.ts'

/** `openLocal` is called by the first render that needs it, because browsers take memory that most gateways never need. */
export function withLocalFallback(
  queue: QueueDispatcher,
  openLocal: () => LocalDispatcher,
): RenderDispatcher & UnstoredDispatcher {
  let opened: LocalDispatcher | null = null
  const local = () => (opened ??= openLocal())
  const lostItsWorkers = (error: unknown) =>
    !queue.alive && error instanceof AppError && error.code === 'unavailable'

  /** Submits to the queue if a worker is alive, and renders in this process if no worker is left. */
  function wherePossible<H extends Pick<RenderHandle<unknown>, 'result' | 'cancel'>>(
    throughQueue: () => H,
    locally: () => H,
  ): { handle(): H; result: H['result'] } {
    if (!queue.alive) {
      const handle = locally()
      return { handle: () => handle, result: handle.result }
    }
    let handle = throughQueue()
    const result = handle.result.catch(error => {
      if (!lostItsWorkers(error)) throw error
      handle = locally()
      return handle.result
    })
    return { handle: () => handle, result }
  }

  return {
    submit(job, priority) {
      let waited = priority
      const { handle, result } = wherePossible(
        () => queue.submit(job, priority),
        () => local().submit(job, waited),
      )
      return {
        result: result as ReturnType<RenderDispatcher['submit']>['result'],
        promote(formats) {
          waited = 'waiting'
          return handle().promote(formats)
        },
        cancel: () => handle().cancel(),
        stored: async () => handle().stored?.(),
      }
    },

    draw(job) {
      const { handle, result } = wherePossible(
        () => queue.draw(job),
        () => local().draw(job),
      )
      return {
        result: result as ReturnType<UnstoredDispatcher['draw']>['result'],
        cancel: () => handle().cancel(),
      }
    },

    canary: () => (queue.alive ? queue.canary() : local().canary()),

    async close() {
      await Promise.all([queue.close(), opened?.close()])
    },
  }
}
