/** How many renders may wait for the shared queue. */

import { afterEach, expect, jest, test } from '@jest/globals'
import { createPendingLimits } from '../../src/job-queue/gateway/pending-limits.ts'

afterEach(() => {
  jest.restoreAllMocks()
})

test('the length of the queue is counted again after the clock was set back', async () => {
  let queued = 10_000
  const limits = createPendingLimits(async () => queued)
  await expect(limits.admit('background', 'a')).rejects.toMatchObject({ code: 'overloaded' })
  queued = 0
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 24 * 3600_000)
  await new Promise(resolve => setTimeout(resolve, 300))
  await limits.admit('background', 'a')
})
