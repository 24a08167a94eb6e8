/** How figures are read for one request, and for all. */

import { expect, test } from '@jest/globals'
import { figureLoader } from '../../../src/api/graphql/figure-loader.ts'
import { derivedOf, readFigure, rememberFigures } from '../../../src/api/graphql/figure-memory.ts'
import { type VersionRef, versionName } from '../../../src/domain/graph/graph.ts'
import { graphIdOf } from '../../support/ids.ts'

const ref = (id: string) => ({ graphId: graphIdOf(id), version: 1 })
const refs = (...ids: readonly string[]) => ids.map(ref)
const idsOf = (asked: readonly VersionRef[]) => asked.map(({ graphId }) => graphId)

const figure = (characters: number) => readFigure({ data: 'x'.repeat(characters), layout: '', frames: null })

test('figures are read in groups, each once, and those that are gone are null', async () => {
  const asked: (readonly string[])[] = []
  const loader = figureLoader(
    async given => {
      asked.push(idsOf(given))
      return new Map(
        given.filter(each => each.graphId !== 'gone').map(each => [versionName(each), figure(1)]),
      )
    },
    { atOnce: 2, characters: 100, remedy: 'ask for fewer' },
  )
  const found = await Promise.all(['a', 'b', 'a', 'gone', 'c'].map(id => loader.load(ref(id))))
  expect(found.map(each => each?.data ?? null)).toEqual(['x', 'x', 'x', null, 'x'])
  expect(asked).toEqual([
    ['a', 'b'],
    ['gone', 'c'],
  ])
})

test('once they hold enough, no further group is read', async () => {
  let groups = 0
  const loader = figureLoader(
    async given => {
      groups++
      return new Map(given.map(each => [versionName(each), figure(60)]))
    },
    { atOnce: 2, characters: 100, remedy: 'ask for fewer' },
  )
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map(id => loader.load(ref(id))))
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ])
  expect(settled[2]).toMatchObject({ reason: { code: 'payload_too_large', status: 413 } })
  expect(groups).toBe(1)
})

test('figures that were read lately are not read again', async () => {
  const asked: string[] = []
  const read = rememberFigures(async given => {
    asked.push(...idsOf(given))
    return new Map(given.map(each => [versionName(each), figure(each.graphId === 'large' ? 300_000 : 1)]))
  })
  await read(refs('a', 'large'))
  const again = await read(refs('large', 'a', 'b'))
  expect(asked).toEqual(['a', 'large', 'b'])
  expect([...again.keys()].sort()).toEqual(['a@1', 'b@1', 'large@1'])
  // What one request makes of a figure is not kept for the others.
  expect((await read(refs('a'))).get('a@1')).not.toBe((await read(refs('a'))).get('a@1'))
})

test('large figures are read once for all who ask at a time, with what is made of them', async () => {
  let reads = 0
  const read = rememberFigures(async given => {
    reads++
    return new Map(given.map(each => [versionName(each), figure(300_000)]))
  })
  const ask = async () => (await read(refs('large'))).get('large@1')
  const [one, another] = await Promise.all([ask(), ask()])
  expect([reads, one === another, one === (await ask())]).toEqual([1, true, true])

  let made = 0
  const quote = () => derivedOf(one!, 'quoted', async () => Buffer.from(String(++made)))
  expect((await Promise.all([quote(), quote()])).map(String)).toEqual(['1', '1'])
  const fails = () => derivedOf(another!, 'traces', () => Promise.reject(new Error('busy')))
  await expect(fails()).rejects.toThrow('busy')
  expect(await derivedOf(one!, 'traces', () => [])).toEqual([])
})

test('another version of a graph is another figure', async () => {
  const read = rememberFigures(
    async given => new Map(given.map(each => [versionName(each), figure(each.version)])),
  )
  const both = [ref('a'), { graphId: graphIdOf('a'), version: 2 }]
  expect([...(await read(both))].map(([name, { data }]) => [name, data])).toEqual([
    ['a@1', 'x'],
    ['a@2', 'xx'],
  ])
  expect((await read([{ graphId: graphIdOf('a'), version: 2 }])).get('a@2')?.data).toBe('xx')
})
