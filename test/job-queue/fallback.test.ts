/** A gateway that draws by itself while no worker lives. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { accountIdOf } from '../../src/domain/ids.ts'
import { createLocalDispatcher } from '../../src/domain/image/local-dispatcher.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import { unavailable } from '../../src/errors/errors.ts'
import type { QueueDispatcher } from '../../src/job-queue/dispatcher.ts'
import { withLocalFallback } from '../../src/job-queue/fallback.ts'
import { createRecordingRenderer, insertGraph } from '../support/recording-renderer.ts'
import { openTestStore, type TestStore } from '../support/store.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await openTestStore()
})
afterAll(() => opened.close())

/** A queue whose workers live until the first render was sent there. */
function dyingQueue(alive: boolean): QueueDispatcher & { asked: number } {
  const queue = {
    alive,
    asked: 0,
    submit: () => ({ result: lose(), promote: () => ['png' as const], cancel: () => true }),
    draw: () => ({ result: lose(), cancel: () => true }),
    canary: async () => {},
    close: async () => {},
    stats: async () => ({ waiting: 0, active: 0, oldestSeconds: 0, failures: 0, failedTotal: 0, workers: 0 }),
  }
  async function lose(): Promise<never> {
    queue.asked += 1
    queue.alive = false
    throw unavailable('no worker lives')
  }
  return queue
}

async function start(alive: boolean) {
  const renderer = createRecordingRenderer()
  const queue = dyingQueue(alive)
  let pools = 0
  const dispatcher = withLocalFallback(queue, () => {
    pools += 1
    return createLocalDispatcher({ store: opened.store, renderer, onStoreError: () => {} })
  })
  const ask = async (data: string) => {
    const graphId = await insertGraph(opened.store, data)
    const job = {
      graphId,
      accountId: accountIdOf('a'),
      version: 1,
      formats: ['png' as const],
      look: defaultLook,
    }
    return dispatcher.submit(job, 'waiting').result
  }
  return { renderer, queue, dispatcher, ask, pools: () => pools }
}

test('draws here from the first render on where no worker lives', async () => {
  const { queue, ask, pools, dispatcher } = await start(false)
  expect([...(await ask('[1]')).keys()]).toEqual(['png'])
  await ask('[2]')
  expect([queue.asked, pools()]).toEqual([0, 1])
  await dispatcher.close()
})

test('what waited in the queue when its last worker died is drawn here', async () => {
  const { queue, ask, renderer, dispatcher } = await start(true)
  expect([...(await ask('[3]')).keys()]).toEqual(['png'])
  expect([queue.asked, renderer.drawn]).toEqual([1, ['[3]']])
  const figure = { data: '[4]', layout: '{}', frames: null }
  const drawn = dispatcher.draw({ accountId: accountIdOf('a'), figure, format: 'png', look: defaultLook })
  expect(String((await drawn.result).images.get('png'))).toBe('png of [4]')
  await dispatcher.close()
})
