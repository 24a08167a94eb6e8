/** What gateways tell each other, over a real Redis. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { GraphChange } from '../../src/domain/graph/feed.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import { createVariantBudget } from '../../src/domain/image/variant-budget.ts'
import { openBroadcast } from '../../src/job-queue/broadcast.ts'
import { eventually } from '../support/eventually.ts'
import { graphIdOf } from '../support/ids.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

const withRedis = redisMissing === null ? test : test.skip

let redis: TestRedis
beforeAll(async () => {
  if (redisMissing === null) redis = await startRedis()
})
afterAll(() => redis?.stop())

// What is said before the connection stands is lost, and told to whoever opened it.
const open = () => openBroadcast({ url: redis.url, prefix: 'broadcast-test' }, () => {})

withRedis('what one gateway tells the others hear under its name, and not itself', async () => {
  const heard: Record<'a' | 'b' | 'other', GraphChange[]> = { a: [], b: [], other: [] }
  const [one, two] = [open(), open()]
  try {
    const publish = one.join<GraphChange>('changes', change => heard.a.push(change))
    two.join<GraphChange>('changes', change => heard.b.push(change))
    two.join<GraphChange>('something else', change => heard.other.push(change))
    // A subscription takes a moment; until then what is told is lost, as it may be at any time.
    await eventually('the other gateway hears', () => {
      publish({ graphId: graphIdOf('g'), version: 2 })
      return heard.b.length > 0
    })
    expect(heard.b.at(-1)).toEqual({ graphId: 'g', version: 2 })
    expect([heard.a, heard.other]).toEqual([[], []])
  } finally {
    one.close()
    two.close()
  }
})

withRedis(
  'sizes that an address asks for at one gateway are taken from its budget at the other',
  async () => {
    const [one, two] = [open(), open()]
    try {
      const [here, there] = [one, two].map(broadcast => {
        const budget = createVariantBudget({ now: () => 0, onSpent: spending => tell(spending) })
        const tell = broadcast.join('budgets', budget.count)
        return budget
      })
      // Who hears this has subscribed to what came before it.
      let ready = false
      const call = one.join('ready', () => {})
      two.join('ready', () => {
        ready = true
      })
      await eventually('the other gateway hears', () => {
        call(true)
        return ready
      })
      const look = { ...defaultLook, width: 5_000, height: 5_000 }
      for (let graph = 0; graph < 23; graph++) here!.spend(graphIdOf(`graph ${graph}`), '192.0.2.1', look)
      const asked = () => there!.spend(graphIdOf('another'), '192.0.2.1', look)
      const refusal = (): unknown => {
        try {
          // Given back at once.
          asked()()
          return null
        } catch (error) {
          return error
        }
      }
      await eventually('it is refused there', () => refusal() !== null)
      expect(refusal()).toMatchObject({ code: 'rate_limited' })
      // Another address has its own.
      expect(there!.spend(graphIdOf('another'), '192.0.2.2', look)).toEqual(expect.any(Function))
    } finally {
      one.close()
      two.close()
    }
  },
)
