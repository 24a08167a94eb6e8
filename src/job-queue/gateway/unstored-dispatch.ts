/**
 * Submits renders of figures that are not stored to the shared queue. Each such job has a unique name and is never shared.
 */

import type { UnstoredDispatcher } from '../../domain/image/ports.ts'
import { unstoredJob } from '../jobs.ts'
import type { UnstoredFiles, UnstoredJobData } from '../unstored.ts'
import { type GatewayQueue, waitMs } from './gateway-queue.ts'

export function createUnstoredDispatch(
  gatewayQueue: Pick<GatewayQueue, 'enter'>,
  files: UnstoredFiles,
  onError: (error: unknown) => void,
): UnstoredDispatcher['draw'] {
  return ({ accountId, figure, format, look }) => {
    const id = crypto.randomUUID()
    const data: UnstoredJobData = { id, accountId, format, look }
    const entry = {
      jobId: id,
      name: unstoredJob,
      data,
      formats: [],
      flow: accountId,
      found: () => files.hasImage(id),
      prepare: () => files.putFigure(id, figure),
    }
    const { waiter, cancel } = gatewayQueue.enter(entry, 'waiting', performance.now() + waitMs)
    return {
      result: waiter.done.then(() => files.takeImage(data)).finally(() => files.drop(id).catch(onError)),
      // A worker that has started the job already finds its figure gone, or its image is dropped.
      cancel,
    }
  }
}
