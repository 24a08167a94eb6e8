import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { absoluteMs, createSessions, idleMs, type Sessions } from '../../src/accounts/sessions.ts'
import { accountIdOf } from '../../src/domain/ids.ts'
import { openTestStore, standingClock, type TestStore } from '../support/store.ts'

let opened: TestStore
let clock: ReturnType<typeof standingClock>
let sessions: Sessions

beforeAll(async () => {
  opened = await openTestStore()
})
afterAll(() => opened.close())
beforeEach(() => {
  clock = standingClock()
  sessions = createSessions(opened.store, clock)
})

describe('a session', () => {
  test('is found by its token, which is stored nowhere', async () => {
    const token = await sessions.begin(accountIdOf('ada'), 'Firefox')
    expect(await sessions.find(token)).toMatchObject({ accountId: 'ada', browser: 'Firefox' })
    const records = await opened.store.records('sessions').list()
    expect(JSON.stringify(records)).not.toContain(token)
  })

  test.each([undefined, '', 'x', 'x'.repeat(43), '../'.repeat(20)])('is not found by %j', async token => {
    expect(await sessions.find(token)).toBeNull()
  })

  test('ends after an hour without a request', async () => {
    const token = await sessions.begin(accountIdOf('ada'), '')
    clock.pass(idleMs - 1)
    expect(await sessions.find(token)).not.toBeNull()
    clock.pass(idleMs)
    expect(await sessions.find(token)).toBeNull()
  })

  test('ends after a day however busy it is', async () => {
    const token = await sessions.begin(accountIdOf('ada'), '')
    const step = idleMs / 2
    for (let passed = 0; passed + step < absoluteMs; passed += step) {
      clock.pass(step)
      expect(await sessions.find(token)).not.toBeNull()
    }
    clock.pass(step)
    expect(await sessions.find(token)).toBeNull()
  })

  test('that timed out is not listed', async () => {
    await sessions.begin(accountIdOf('idler'), '')
    expect(await sessions.list(accountIdOf('idler'))).toHaveLength(1)
    clock.pass(idleMs)
    expect(await sessions.list(accountIdOf('idler'))).toEqual([])
  })

  test('ends on every gateway at once', async () => {
    const elsewhere = createSessions(opened.store, clock)
    const [one, two, other] = await Promise.all([
      sessions.begin(accountIdOf('grace'), ''),
      sessions.begin(accountIdOf('grace'), ''),
      sessions.begin(accountIdOf('mary'), ''),
    ])
    await sessions.end(one)
    expect(await elsewhere.find(one)).toBeNull()
    expect(await elsewhere.find(two)).not.toBeNull()
    await sessions.endAll(accountIdOf('grace'))
    expect(await elsewhere.find(two)).toBeNull()
    expect(await elsewhere.find(other)).not.toBeNull()
  })
})
