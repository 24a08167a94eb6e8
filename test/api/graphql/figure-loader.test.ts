/** How figures are read for one request, and for all. */

import { expect, test } from '@jest/globals'
import { figureLoader } from '../../../src/api/graphql/figure-loader.ts'
import { readFigure, rememberFigures } from '../../../src/api/graphql/figure-memory.ts'

const figure = (characters: number) => readFigure({ data: 'x'.repeat(characters), layout: '', frames: null })

test('figures are read in groups, each once, and those that are gone are null', async () => {
  const asked: (readonly string[])[] = []
  const loader = figureLoader(
    async ids => {
      asked.push(ids)
      return new Map(ids.filter(id => id !== 'gone').map(id => [id, figure(1)]))
    },
    { atOnce: 2, characters: 100 },
  )
  const found = await Promise.all(['a', 'b', 'a', 'gone', 'c'].map(id => loader.load(id)))
  expect(found.map(each => each?.data ?? null)).toEqual(['x', 'x', 'x', null, 'x'])
  expect(asked).toEqual([
    ['a', 'b'],
    ['gone', 'c'],
  ])
})

test('once they hold enough, no further group is read', async () => {
  let groups = 0
  const loader = figureLoader(
    async ids => {
      groups++
      return new Map(ids.map(id => [id, figure(60)]))
    },
    { atOnce: 2, characters: 100 },
  )
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map(id => loader.load(id)))
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

test('figures that were read lately are not read again, and large ones are', async () => {
  const asked: string[] = []
  const read = rememberFigures(async ids => {
    asked.push(...ids)
    return new Map(ids.map(id => [id, figure(id === 'large' ? 300_000 : 1)]))
  })
  await read(['a', 'large'])
  const again = await read(['large', 'a', 'b'])
  expect(asked).toEqual(['a', 'large', 'large', 'b'])
  expect([...again.keys()].sort()).toEqual(['a', 'b', 'large'])
  // What one request makes of a figure is not kept for the others.
  expect((await read(['a'])).get('a')).not.toBe((await read(['a'])).get('a'))
})
