/** What a render writes to the store, where the process also answers reads. */

import { expect, test } from '@jest/globals'
import { accountIdOf } from '../../../src/domain/ids.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import type { Renderer } from '../../../src/domain/image/ports.ts'
import { createCurrentRenderings } from '../../../src/domain/image/renders/current-renderings.ts'
import { createLocalDispatcher } from '../../../src/domain/image/renders/local-dispatcher.ts'
import { createRenderWrites } from '../../../src/domain/image/renders/render-writes.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { graphIdOf } from '../../support/ids.ts'
import { storeGraph } from '../../support/records.ts'
import { useTestStore } from '../../support/store.ts'

const opened = useTestStore()

/** The store, which notes the names of its writes. */
function noting(store: Store, writes: string[]): Store {
  return {
    ...store,
    graphs: {
      ...store.graphs,
      setRendering(ref, rendering) {
        writes.push(rendering.status)
        return store.graphs.setRendering(ref, rendering)
      },
    },
    artifacts: {
      ...store.artifacts,
      put(ref, variant, artifact, imageKey, rendering) {
        writes.push(`${variant.split('|')[0]} ${rendering?.status ?? ''}`.trim())
        return store.artifacts.put(ref, variant, artifact, imageKey, rendering)
      },
    },
  }
}

test('a render is told to readers as it begins, and written with its last image', async () => {
  const writes: string[] = []
  const renderings = createCurrentRenderings(noting(opened.store, writes))
  const { store } = renderings
  const graphId = await storeGraph(store)
  const status = async () => (await store.graphs.find(graphId))?.rendering.status
  let statusMeanwhile: string | undefined
  const renderer: Pick<Renderer, 'draw'> = {
    draw({ figure, formats }) {
      const draw = async () => {
        await figure()
        statusMeanwhile = await status()
        return { images: new Map(formats.map(each => [each, Buffer.from(each)])), omitted: [], encodeMs: 0 }
      }
      return { result: draw(), promote: () => formats, cancel: () => false }
    },
  }
  const dispatcher = createLocalDispatcher({
    store,
    renderings,
    renderer: renderer as Renderer,
    onStoreError: error => writes.push(String(error)),
  })
  const job = { graphId, version: 1, accountId: accountIdOf('a'), look: defaultLook }
  const handle = dispatcher.submit({ ...job, formats: ['png', 'svg'] }, 'waiting')
  await handle.result
  expect(statusMeanwhile).toBe('running')
  expect(await status()).toBe('ready')
  await dispatcher.settled()
  expect(writes).toEqual(['png', 'svg ready'])
  expect(await status()).toBe('ready')
})

test('the writes of one render are made in their order, and one that fails holds up none', async () => {
  const written: unknown[] = []
  const broken = new Error('the disk smokes')
  const { openWriter, settled } = createRenderWrites((error, graphId) => written.push([error, graphId]))
  const graph = openWriter(graphIdOf('a'))
  const go = Promise.withResolvers<void>()
  graph.write(async () => {
    await go.promise
    written.push('first')
  })
  graph.write(() => Promise.reject(broken))
  graph.write(async () => {
    written.push('second')
    // Of another render, and asked for by a write.
    openWriter(null).write(async () => {
      await new Promise(resolve => setTimeout(resolve, 20))
      written.push('third')
    })
  })
  await openWriter(null).written()
  expect(written).toEqual([])
  go.resolve()
  await graph.written()
  expect(written).toEqual(['first', [broken, 'a'], 'second'])
  await settled()
  expect(written.at(-1)).toBe('third')
})
