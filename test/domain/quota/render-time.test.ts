/** The quota of render time per account and day. */

import { beforeEach, describe, expect, test } from '@jest/globals'
import { type AccountId, accountIdOf } from '../../../src/domain/ids.ts'
import { createRenderTime } from '../../../src/domain/quota/render-time.ts'
import { useTestStore } from '../../support/store.ts'

const exceeded = { code: 'quota_exceeded', status: 403 }
const opened = useTestStore()
let account: AccountId
let day: Date
let next = 0

beforeEach(() => {
  account = accountIdOf(`account-${next++}`)
  day = new Date('2030-01-01T23:00:00Z')
})

function quotaOf(seconds: number, now = () => day) {
  const time = createRenderTime(opened.store, seconds, now)
  if (!time) throw new Error('there is a quota')
  return time
}

describe('render time', () => {
  test('ends with its quota, for the account that used it, and comes back the next day', async () => {
    const time = quotaOf(10)
    await time.require(account)
    await Promise.all(Array.from({ length: 10 }, () => time.charge(account, 1_000)))
    await expect(time.require(account)).rejects.toMatchObject({ ...exceeded, retryAfter: 3600 })
    await expect(time.require(account)).rejects.toThrow('QUOTA_RENDER_SECONDS')
    await time.require(accountIdOf('other'))
    day = new Date('2030-01-02T00:00:01Z')
    await time.require(account)
  })

  test('is had to the last millisecond', async () => {
    const time = quotaOf(10)
    await time.charge(account, 9_998.6)
    await time.require(account)
    await time.charge(account, 0.6)
    await expect(time.require(account)).rejects.toMatchObject(exceeded)
  })

  test('of today is counted by the clock of the service where none is given', async () => {
    const time = createRenderTime(opened.store, 1)
    await time?.charge(account, 2_000)
    await expect(time?.require(account)).rejects.toMatchObject(exceeded)
    const today = quotaOf(1, () => new Date())
    await expect(today.require(account)).rejects.toMatchObject(exceeded)
  })

  test('of a day is forgotten once it is over', async () => {
    const past = quotaOf(10, () => new Date(Date.now() - 3 * 86_400_000))
    await past.charge(account, 20_000)
    await past.require(account)
    const yesterday = quotaOf(10, () => new Date(Date.now() - 86_400_000))
    await yesterday.charge(account, 20_000)
    await expect(yesterday.require(account)).rejects.toMatchObject(exceeded)
  })

  test('has no quota unless one is set', () => expect(createRenderTime(opened.store, null)).toBeNull())
})
