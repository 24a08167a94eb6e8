import { describe, expect, test } from '@jest/globals'
import { createLease, type TakeLease } from '../../src/domain/lease.ts'
import { eventually } from '../support/eventually.ts'
import { useTestStore } from '../support/store.ts'

const opened = useTestStore()

describe('a lease', () => {
  test('is held by one of many, who may renew it', async () => {
    const processes = Array.from({ length: 8 }, () => createLease(opened.store, 'one', 60_000))
    const taken = await Promise.all(processes.map(take => take()))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await Promise.all(processes.map(take => take()))).toEqual(taken)
    expect(await createLease(opened.store, 'another', 60_000)()).toBe(true)
  })

  test('passes to another once it has expired, and does not come back', async () => {
    const [first, second] = [1, 2].map(() => createLease(opened.store, 'brief', 60_000)) as [
      TakeLease,
      TakeLease,
    ]
    expect([await first(), await second()]).toEqual([true, false])
    await opened.store.records('leases').expire('brief', new Date(Date.now() - 1))
    expect([await second(), await first()]).toEqual([true, false])
  })

  test('that was taken before the clock was set back passes to another', async () => {
    const day = 24 * 3600_000
    const taken = { holder: 'earlier process', since: new Date(Date.now() + day).toISOString() }
    await opened.store
      .records('leases')
      .insert('of tomorrow', taken, { expiresAt: new Date(Date.now() + 2 * day) })
    const [first, second] = [1, 2].map(() => createLease(opened.store, 'of tomorrow', 60_000)) as [
      TakeLease,
      TakeLease,
    ]
    expect([await first(), await second(), await first()]).toEqual([true, false, true])
  })

  test('is not taken from a process whose clock is a little ahead', async () => {
    const taken = { holder: 'other process', since: new Date(Date.now() + 30_000).toISOString() }
    await opened.store.records('leases').insert('ahead', taken, { expiresAt: new Date(Date.now() + 90_000) })
    expect(await createLease(opened.store, 'ahead', 60_000)()).toBe(false)
  })

  test('of a process that has died passes to another by itself', async () => {
    await createLease(opened.store, 'of the dead', 50)()
    const other = createLease(opened.store, 'of the dead', 60_000)
    await eventually('another process takes the lease', other)
  })
})
