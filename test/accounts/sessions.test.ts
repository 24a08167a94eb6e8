import { beforeEach, describe, expect, test } from '@jest/globals'
import {
  absoluteMs,
  createSessions,
  idleMs,
  type Sessions,
  sessionActor,
} from '../../src/accounts/sessions.ts'
import { scopes } from '../../src/domain/actor.ts'
import { accountIdOf } from '../../src/domain/ids.ts'
import { standingClock, useTestStore } from '../support/store.ts'

const opened = useTestStore()
let clock: ReturnType<typeof standingClock>
let sessions: Sessions

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

  test('acts for its account with all scopes, and is what refusals and forms know it by', async () => {
    const session = await sessions.find(await sessions.begin(accountIdOf('ada'), ''))
    const actor = session && sessionActor(session)
    expect(actor).toMatchObject({
      accountId: 'ada',
      credential: { kind: 'session', id: session?.sessionId },
    })
    expect([...(actor?.scopes ?? [])]).toEqual(scopes)
  })

  test('remembers the moment of its last use to a minute, and little of what the browser says', async () => {
    const token = await sessions.begin(accountIdOf('minute'), 'x'.repeat(5_000))
    const seen = async () => (await sessions.list(accountIdOf('minute')))[0]?.seenAt.getTime()
    const begun = clock.now()
    clock.pass(60_000)
    expect((await sessions.find(token))?.browser).toHaveLength(200)
    expect(await seen()).toBe(begun)
    clock.pass(1)
    await sessions.find(token)
    expect(await seen()).toBe(clock.now())
  })

  test('is ended by nothing but its own token', async () => {
    const token = await sessions.begin(accountIdOf('ada'), '')
    for (const other of [undefined, '', 'x'.repeat(43), token.slice(1)]) await sessions.end(other)
    expect(await sessions.find(token)).not.toBeNull()
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
