import { expect, test } from '@jest/globals'
import type { Bench } from './contract.ts'

interface Thing {
  readonly name: string
  readonly uses: number
  readonly endedAt: string | null
  readonly more?: unknown
}

const thing = (change: Partial<Thing> = {}): Thing => ({ name: 'a', uses: 0, endedAt: null, ...change })
const soon = () => new Date(Date.now() + 60_000)
const past = () => new Date(Date.now() - 1)

export function recordsContract({ store, rows, untilRows }: Bench): void {
  const things = () => store().records<Thing>('things')

  test('keeps JSON values as they are, each collection by itself', async () => {
    const value = thing({ more: { $set: 1, 'a.b': [null, 'a\u0000b', '🙂', 1e21, { '': true }] } })
    expect(await things().insert('one', value)).toBe(true)
    expect(await things().get('one')).toEqual(value)
    expect(await things().get('two')).toBeNull()
    expect(await store().records('others').get('one')).toBeNull()
    expect(await store().records('others').insert('one', { name: 'b' })).toBe(true)
    expect(await things().get('one')).toEqual(value)
  })

  test('a taken id is not inserted again; of two at once, one is', async () => {
    await things().insert('one', thing())
    expect(await things().insert('one', thing({ name: 'b' }))).toBe(false)
    expect(await things().get('one')).toEqual(thing())
    const both = await Promise.all(['a', 'b', 'c'].map(name => things().insert('new', thing({ name }))))
    expect(both.filter(Boolean)).toHaveLength(1)
  })

  test('update sets the given fields and leaves the others', async () => {
    await things().insert('one', thing({ more: { deep: 1 } }))
    expect(await things().update('one', { uses: 2, endedAt: 'now' })).toBe(true)
    expect(await things().get('one')).toEqual(thing({ uses: 2, endedAt: 'now', more: { deep: 1 } }))
    expect(await things().update('none', { uses: 1 })).toBe(false)
    expect(await things().get('none')).toBeNull()
  })

  test('update with an expectation changes only what is as expected', async () => {
    await things().insert('one', thing({ more: { b: [1], a: 2 } }))
    expect(await things().update('one', { uses: 1 }, { endedAt: 'then' })).toBe(false)
    expect(await things().update('one', { uses: 1 }, { uses: 0, name: 'b' })).toBe(false)
    expect((await things().get('one'))?.uses).toBe(0)
    expect(
      await things().update('one', { uses: 1 }, { uses: 0, endedAt: null, more: { a: 2, b: [1] } }),
    ).toBe(true)
    expect((await things().get('one'))?.uses).toBe(1)
    expect(await things().update('none', { uses: 1 }, { uses: 0 })).toBe(false)
  })

  test('of many updates with the same expectation, one succeeds', async () => {
    await things().insert('one', thing())
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => things().update('one', { uses: n + 1 }, { uses: 0 })),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect((await things().get('one'))?.uses).toBe(outcomes.indexOf(true) + 1)
  })

  test('updates of different fields at once are all kept', async () => {
    const counters = store().records<Record<string, number>>('counters')
    await counters.insert('one', {})
    const fields = Array.from({ length: 12 }, (_, n) => `field ${n}`)
    const outcomes = await Promise.all(fields.map(field => counters.update('one', { [field]: 1 })))
    expect(outcomes.every(Boolean)).toBe(true)
    expect(Object.keys((await counters.get('one')) ?? {}).sort()).toEqual(fields.sort())
  })

  test('take removes and returns; of many callers, one gets it', async () => {
    await things().insert('one', thing())
    const taken = await Promise.all(Array.from({ length: 5 }, () => things().take('one')))
    expect(taken.filter(value => value !== null)).toEqual([thing()])
    expect(await things().take('one')).toBeNull()
    expect(await things().get('one')).toBeNull()
    expect(await rows()).toMatchObject({ records: 0 })
  })

  test('delete tells whether there was one', async () => {
    await things().insert('one', thing())
    expect(await things().delete('one')).toBe(true)
    expect(await things().delete('one')).toBe(false)
    expect(await things().get('one')).toBeNull()
  })

  test('a record past its expiry counts as absent everywhere', async () => {
    await things().insert('living', thing(), { owner: 'o', expiresAt: soon() })
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      await things().insert(id, thing(), { owner: 'o', expiresAt: past() })
    expect(await things().get('a')).toBeNull()
    expect(await things().update('a', { uses: 1 })).toBe(false)
    expect(await things().take('b')).toBeNull()
    expect(await things().delete('c')).toBe(false)
    expect(await things().expire('d', soon())).toBe(false)
    expect((await things().list('o')).map(each => each.id)).toEqual(['living'])
    expect(await things().insert('e', thing({ name: 'new' }))).toBe(true)
    expect(await things().get('e')).toEqual(thing({ name: 'new' }))
  })

  test('expire moves the moment of expiry', async () => {
    await things().insert('one', thing())
    expect(await things().expire('one', soon())).toBe(true)
    expect(await things().get('one')).toEqual(thing())
    expect(await things().expire('one', past())).toBe(true)
    expect(await things().get('one')).toBeNull()
    expect(await things().expire('none', soon())).toBe(false)
  })

  test('lists newest first: all, or those of an owner', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await things().insert(`id ${n}`, thing({ uses: n }), n % 2 ? { owner: 'odd' } : {})
    }
    await store().records('others').insert('x', {}, { owner: 'odd' })
    await things().update('id 1', { name: 'changed' })
    const uses = async (owner?: string) => (await things().list(owner)).map(each => each.value.uses)
    expect(await uses()).toEqual([6, 5, 4, 3, 2, 1])
    expect(await uses('odd')).toEqual([5, 3, 1])
    expect(await uses('nobody')).toEqual([])
    expect((await things().list('odd'))[2]).toEqual({
      id: 'id 1',
      value: thing({ uses: 1, name: 'changed' }),
    })
  })

  test('what has expired is removed soon after a sweep, and nothing else', async () => {
    await things().insert('old', thing(), { expiresAt: past() })
    await things().insert('living', thing(), { expiresAt: new Date(Date.now() + 3_600_000) })
    await things().insert('without end', thing())
    await store().sweep({ variantBytes: 1e9, now: new Date() })
    await untilRows({ records: 2 })
    expect(await things().get('living')).toEqual(thing())
    expect(await things().get('without end')).toEqual(thing())
  })
}
