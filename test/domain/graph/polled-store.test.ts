/** Word of changes that other processes made in a store. */

import { expect, test } from '@jest/globals'
import { createFeed } from '../../../src/domain/graph/feed.ts'
import { createPolling } from '../../../src/domain/graph/feed-polling.ts'
import type { GraphId } from '../../../src/domain/ids.ts'
import { sampleFigure, sampleRecord } from '../../storage/samples.ts'
import { eventually } from '../../support/eventually.ts'
import { useTestStore } from '../../support/store.ts'

const opened = useTestStore()

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
