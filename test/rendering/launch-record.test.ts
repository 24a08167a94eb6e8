import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { overloaded, unavailable } from '../../src/errors/errors.ts'
import { createLaunchRecord } from '../../src/rendering/launch-record.ts'
import { checkReadiness } from '../../src/rendering/readiness.ts'

describe('a start that failed', () => {
  // Time passes only as the tests say.
  beforeAll(() => {
    jest.useFakeTimers()
  })
  afterAll(() => {
    jest.useRealTimers()
  })

  test('is no reason to refuse anybody, nor are many at once', () => {
    const record = createLaunchRecord(null)
    for (let count = 0; count < 10; count++) record.failed(unavailable('killed'))
    expect(record.fault).toBeNull()
  })

  test('is told when others failed for some seconds before it, until one succeeds', async () => {
    const record = createLaunchRecord(null)
    for (let count = 0; count < 3; count++) record.failed(unavailable('first'))
    jest.advanceTimersByTime(7100)
    record.failed(unavailable('no such file'))
    expect(record.fault).toMatchObject({ code: 'unavailable', message: 'no such file' })
    record.succeeded()
    expect(record.fault).toBeNull()
    record.failed(unavailable('killed'))
    expect(record.fault).toBeNull()
  })

  test('ends patience once, when there were so many over so long', async () => {
    const record = createLaunchRecord({ failures: 3, ms: 100 })
    expect([1, 2, 3, 4].map(() => record.failed(new Error('killed')))).toEqual([false, false, false, false])
    jest.advanceTimersByTime(150)
    expect([record.failed(new Error('killed')), record.failed(new Error('killed'))]).toEqual([true, false])
  })
})

describe('readiness', () => {
  const never = () => new Promise<never>(() => {})
  const checks = { isFresh: () => false, isBusy: () => false, draw: async () => {} }

  test('is a canary that is drawn, or was not needed', async () => {
    await checkReadiness(checks)
    await checkReadiness({ ...checks, draw: never, isFresh: () => true })
  })

  test('is being busy, however long', async () => {
    await checkReadiness({ ...checks, draw: never, isBusy: () => true })
    let asked = 0
    await checkReadiness({ ...checks, draw: never, isBusy: () => ++asked > 1 })
    await checkReadiness({
      ...checks,
      draw: () => Promise.reject(overloaded('all places are taken')),
      isBusy: () => ++asked > 3,
    })
  })

  test('is not a canary that fails, at once or late', async () => {
    const failing = { ...checks, draw: () => Promise.reject(unavailable('drawn wrongly')) }
    await expect(checkReadiness(failing)).rejects.toMatchObject({ message: 'drawn wrongly' })
    const late = async () => {
      await new Promise(resolve => setTimeout(resolve, 3500))
      throw unavailable('no browser')
    }
    await expect(checkReadiness({ ...checks, draw: late })).rejects.toMatchObject({ message: 'no browser' })
  })
})
