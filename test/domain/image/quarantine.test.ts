import { expect, test } from '@jest/globals'
import { defaultLook } from '../../../src/domain/image/look.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import type { Records, Store } from '../../../src/domain/ports.ts'
import { renderTimeout } from '../../../src/errors/errors.ts'

/** Of the store only what is asked here. */
function inMemory() {
  const kept = new Map<string, object>()
  const records = {
    get: async (id: string) => kept.get(id) ?? null,
    insert: async (id: string, value: object) => {
      kept.set(id, value)
      return true
    },
  } as Partial<Records<object>>
  return { kept, store: { records: () => records } as unknown as Pick<Store, 'records'> }
}

test('a figure rests for no longer than any rest, though the clock was set back', async () => {
  const { kept, store } = inMemory()
  const quarantine = createQuarantine(store)
  await quarantine.strike('figure@1', defaultLook, renderTimeout('took too long'))
  await expect(quarantine.check('figure@1', defaultLook)).rejects.toMatchObject({ code: 'render_timeout' })
  kept.set('figure@1', { ...kept.get('figure@1'), until: Date.now() + 48 * 3_600_000 })
  expect(await quarantine.check('figure@1', defaultLook)).toBe(1)
})
