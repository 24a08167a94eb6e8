import { expect, test } from '@jest/globals'
import { memoize } from '../../src/async/memoize.ts'

test('each is made once, however many ask at once, and again after it failed', async () => {
  const made: string[] = []
  const make = memoize(async (name: string) => {
    made.push(name)
    if (made.length === 1) throw new Error('not yet')
    return name.toUpperCase()
  })
  expect((await Promise.allSettled([make('a'), make('a')])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(await Promise.all([make('a'), make('b'), make('a')])).toEqual(['A', 'B', 'A'])
  expect(await make('b')).toBe('B')
  expect(made).toEqual(['a', 'a', 'b'])
})
