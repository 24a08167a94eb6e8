/** Word of changes, within a process and between processes that share a store. */

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createFeed, type GraphChange } from '../../../src/domain/graph/feed.ts'
import { createPolling, type Polling } from '../../../src/domain/graph/feed-polling.ts'
import type { GraphId } from '../../../src/domain/ids.ts'
import type { GraphStore } from '../../../src/domain/ports.ts'
import { graphIdOf } from '../../support/ids.ts'

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

test('who leaves twice, or after others came, takes no follower along', () => {
  const feed = createFeed()
  const heard: string[] = []
  const graphId = graphIdOf('a')
  const leave = feed.follow(graphId, () => heard.push('first'))
  feed.follow(graphId, () => heard.push('second'))
  leave()
  expect(feed.followed()).toEqual([graphId])
  feed.publish({ graphId, version: 2 })
  const other = graphIdOf('b')
  const leaveOther = feed.follow(other, () => {})
  leaveOther()
  feed.follow(other, () => heard.push('third'))
  leaveOther()
  feed.publish({ graphId: other, version: 2 })
  expect(heard).toEqual(['second', 'third'])
})

describe('polling', () => {
  const graphId = graphIdOf('a')
  const versions = new Map<GraphId, number>()
  const heard: (number | null)[] = []
  let answer: () => Promise<void>
  let asked = 0
  let errors: unknown[]
  let polling: Polling
  /** A store of which only the versions matter, and which answers when it is told to. */
  const graphs = {
    async findMany(ids: readonly GraphId[]) {
      asked += 1
      await answer()
      return new Map(ids.flatMap(id => (versions.has(id) ? [[id, { version: versions.get(id) }]] : [])))
    },
  } as unknown as Pick<GraphStore, 'findMany'>
  const pass = (times = 1) => jest.advanceTimersByTimeAsync(1_000 * times)
  const follow = () => polling.feed.follow(graphId, ({ version }) => heard.push(version))

  beforeEach(() => {
    jest.useFakeTimers()
    versions.clear()
    versions.set(graphId, 3)
    heard.length = 0
    asked = 0
    answer = async () => {}
    errors = []
    polling = createPolling(createFeed(), graphs, 1_000, error => errors.push(error))
  })
  afterEach(() => {
    polling.stop()
    jest.useRealTimers()
  })

  test('tells of each version once', async () => {
    follow()
    await pass(3)
    versions.set(graphId, 5)
    await pass(3)
    expect([heard, errors]).toEqual([[3, 5], []])
  })

  test('does not repeat what this process has told, nor an older state of the store', async () => {
    follow()
    await pass()
    polling.feed.publish({ graphId, version: 4 })
    await pass()
    polling.feed.publish({ graphId, version: 4 })
    versions.set(graphId, 4)
    await pass()
    expect(heard).toEqual([3, 4, 4])
    versions.set(graphId, 5)
    await pass()
    expect(heard).toEqual([3, 4, 4, 5])
  })

  test('tells who comes later of the version that there is', async () => {
    polling.feed.publish({ graphId, version: 3 })
    const leave = follow()
    await pass()
    leave()
    await pass(2)
    expect(asked).toBe(1)
    follow()
    await pass()
    expect(heard).toEqual([3, 3])
  })

  test('tells that a graph is gone, and when one of that id is there again', async () => {
    follow()
    await pass()
    versions.delete(graphId)
    await pass()
    versions.set(graphId, 1)
    await pass()
    expect(heard).toEqual([3, null, 1])
  })

  test('waits for a slow store, and asks it once at a time', async () => {
    const slow = Promise.withResolvers<void>()
    answer = () => slow.promise
    follow()
    await pass(5)
    expect(asked).toBe(1)
    slow.resolve()
    await pass()
    expect([asked, heard]).toEqual([2, [3]])
  })

  test('goes on after the store has failed', async () => {
    answer = () => Promise.reject(new Error('away'))
    follow()
    await pass(2)
    answer = async () => {}
    await pass()
    expect([heard, errors]).toEqual([[3], [new Error('away'), new Error('away')]])
  })

  test('ends', async () => {
    follow()
    polling.stop()
    await pass(3)
    expect(asked).toBe(0)
  })
})
