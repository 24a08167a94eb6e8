import { expect, test } from '@jest/globals'
import { browserDays, createKnownDevices } from '../../src/accounts/known-devices.ts'
import { newToken } from '../../src/accounts/secret.ts'
import { accountIdOf } from '../../src/domain/ids.ts'
import { useTestStore } from '../support/store.ts'

const opened = useTestStore()

const ada = accountIdOf('ada')

test('a browser is known by its token, as that of the account which signed in there', async () => {
  const devices = createKnownDevices(opened.store)
  const token = await devices.remember(ada)
  expect(await devices.owner(token)).toBe(ada)
  for (const other of [undefined, '', 'x', `${token}x`, newToken()])
    expect(await devices.owner(other)).toBeNull()
  expect(JSON.stringify(await opened.store.records('browsers').list())).not.toContain(token)
})

test('browsers of an account are forgotten together, and those of others stay', async () => {
  const devices = createKnownDevices(opened.store)
  const [one, two, other] = await Promise.all([ada, ada, accountIdOf('grace')].map(devices.remember))
  await devices.forgetAll(ada)
  expect([await devices.owner(one), await devices.owner(two)]).toEqual([null, null])
  expect(await devices.owner(other)).toBe('grace')
})

test('a browser is forgotten half a year after it signed in', async () => {
  const past = Date.now() - browserDays * 86_400_000
  const [still, expired] = [past + 3_600_000, past - 1].map(time =>
    createKnownDevices(opened.store, { now: () => time }),
  )
  const [known, forgotten] = [await still?.remember(ada), await expired?.remember(ada)]
  const devices = createKnownDevices(opened.store)
  expect(await devices.owner(known)).toBe(ada)
  expect(await devices.owner(forgotten)).toBeNull()
})
