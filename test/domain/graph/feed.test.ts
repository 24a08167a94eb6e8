/** Word of changes, within a process and between processes that share a store. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createFeed, type GraphChange } from '../../../src/domain/graph/feed.ts'
import { createPolling } from '../../../src/domain/graph/feed-polling.ts'
import type { GraphId } from '../../../src/domain/ids.ts'
import { sampleFigure, sampleRecord } from '../../storage/samples.ts'
import { eventually } from '../../support/eventually.ts'
import { graphIdOf } from '../../support/ids.ts'
import { openTestStore, type TestStore } from '../../support/store.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await openTestStore()
})
afterAll(() => opened.close())

test('only those who follow a graph hear of it, until they leave', () => {
  const feed = createFeed()
  const heard: GraphChange[] = []
  const leave = feed.follow(graphIdOf('a'), change => heard.push(change))
  feed.publish({ graphId: graphIdOf('a'), version: 2 })
  feed.publish({ graphId: graphIdOf('b'), version: 2 })
  expect(feed.followed()).toEqual(['a'])
  leave()
  feed.publish({ graphId: graphIdOf('a'), version: 3 })
  expect(heard).toEqual([{ graphId: 'a', version: 2 }])
  expect(feed.followed()).toEqual([])
})

test('what another process changed is found in the store, and asked of only while somebody follows', async () => {
  const { graphs } = opened.store
  const record = sampleRecord()
  await graphs.insert(record, sampleFigure())
  let asked = 0
  const counting = {
    findMany(ids: readonly GraphId[]) {
      asked++
      return graphs.findMany(ids)
    },
  }
  const errors: unknown[] = []
  const polling = createPolling(createFeed(), counting, 10, error => errors.push(error))
  try {
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(asked).toBe(0)
    const heard: (number | null)[] = []
    polling.feed.follow(record.graphId, ({ version }) => heard.push(version))
    await eventually('the first word', () => heard.length > 0)
    await graphs.replace(record, sampleFigure(), null)
    await eventually('the change', () => heard.includes(2))
    await graphs.remove(record.graphId)
    await eventually('the end', () => heard.includes(null))
    expect([...new Set(heard)]).toEqual([1, 2, null])
    expect(errors).toEqual([])
  } finally {
    polling.stop()
  }
})
