/** A gateway that draws by itself while no worker lives. */

import { expect, test } from '@jest/globals'
import { accountIdOf } from '../../src/domain/ids.ts'
import { defaultLook, variantOf } from '../../src/domain/image/look.ts'
import { createLocalDispatcher } from '../../src/domain/image/renders/local-dispatcher.ts'
import { unavailable } from '../../src/errors/errors.ts'
import type { QueueDispatcher } from '../../src/job-queue/gateway/dispatcher.ts'
import { withLocalFallback } from '../../src/job-queue/gateway/fallback.ts'
import { startTestService } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { createRecordingRenderer, insertGraph } from '../support/recording-renderer.ts'
import { redisMissing, startRedis } from '../support/redis.ts'
import { useTestStore } from '../support/store.ts'

const opened = useTestStore()

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

async function jobOf(data: string) {
  const graphId = await insertGraph(opened.store, data)
  return { graphId, accountId: accountIdOf('a'), version: 1, formats: ['png' as const], look: defaultLook }
}

async function start(alive: boolean) {
  const renderer = createRecordingRenderer()
  const queue = dyingQueue(alive)
  let pools = 0
  const dispatcher = withLocalFallback(queue, () => {
    pools += 1
    return createLocalDispatcher({ store: opened.store, renderer, onStoreError: () => {} })
  })
  const ask = async (data: string) => dispatcher.submit(await jobOf(data), 'waiting').result
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

test('who waits until the image is stored waits where it is drawn', async () => {
  for (const alive of [false, true]) {
    const { dispatcher } = await start(alive)
    const job = await jobOf('[5]')
    const handle = dispatcher.submit(job, 'background')
    await handle.result
    await handle.stored?.()
    expect(await opened.store.artifacts.get(job, variantOf({ ...defaultLook, format: 'png' }))).not.toBeNull()
    await dispatcher.close()
  }
})

const withRedis = redisMissing ? test.skip : test
withRedis('what a gateway draws by itself stands in its metrics, from the first render on', async () => {
  const redis = await startRedis()
  const gateway = await startTestService({
    REDIS_URL: redis.url,
    REDIS_PREFIX: `fallback-${process.pid}`,
    RENDER_FALLBACK: 'local',
    RENDER_WORKERS: '1',
  })
  const metric = async (name: string) => {
    const text = await (await fetch(`${gateway.address}/metrics`)).text()
    return new RegExp(`^plotgate_${name} (\\S+)`, 'm').exec(text)?.[1]
  }
  try {
    // A pool that is not open yet is no pool without pages, of which alerts tell.
    expect([await metric('rendering_up'), await metric('render_workers')]).toEqual(['1', undefined])
    const permalink = await gateway.publish({ data: [{ type: 'bar', x: ['Q1', 'Q2'], y: [3, 4] }] })
    const image = `${gateway.address}${new URL(permalink).pathname}.png`
    await eventually('it is drawn', async () => (await fetch(image)).ok, 120_000)
    expect(Number(await metric('render_rendered'))).toBeGreaterThan(0)
    expect(await metric('render_workers')).toBe('1')
  } finally {
    await gateway.close()
    await redis.stop()
  }
})
