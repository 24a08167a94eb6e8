/** Word of changes between gateways, over a real Redis. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { GraphChange } from '../../src/domain/graph/feed.ts'
import { openSharedFeed } from '../../src/job-queue/change-feed.ts'
import { graphIdOf } from '../support/ids.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

const withRedis = redisMissing === null ? test : test.skip

let redis: TestRedis
beforeAll(async () => {
  if (redisMissing === null) redis = await startRedis()
})
afterAll(() => redis?.stop())

withRedis('what one gateway tells the others hear, and not itself', async () => {
  const heard: Record<'a' | 'b', GraphChange[]> = { a: [], b: [] }
  const errors: unknown[] = []
  const open = (name: 'a' | 'b') =>
    openSharedFeed(
      { url: redis.url, prefix: 'feed-test' },
      change => heard[name].push(change),
      error => errors.push(error),
    )
  const [one, two] = [open('a'), open('b')]
  try {
    // A subscription takes a moment; until then what is told is lost, as it may be at any time.
    for (let tries = 0; heard.b.length === 0 && tries < 200; tries++) {
      one.publish({ graphId: graphIdOf('g'), version: tries + 2 })
      await new Promise(resolve => setTimeout(resolve, 25))
    }
    expect(heard.b.at(-1)).toMatchObject({ graphId: 'g' })
    expect(heard.a).toEqual([])
  } finally {
    one.close()
    two.close()
  }
})
