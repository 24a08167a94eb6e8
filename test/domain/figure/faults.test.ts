/** What messages about faults have in common: paths, quotes and numbers with their nouns. */

import { expect, test } from '@jest/globals'
import { childPath, counted, Faults, quotedValue, shortened } from '../../../src/domain/figure/faults.ts'

const name = (length: number) => 'n'.repeat(length)

test.each<[string, string | number, string]>([
  ['', 'data', 'data'],
  ['layout', 'xaxis', 'layout.xaxis'],
  ['layout', 'a b', 'layout["a b"]'],
  ['', 'a b', '$["a b"]'],
  ['data', 0, 'data[0]'],
  ['a', name(80), `a.${name(80)}`],
  ['a', name(81), `a["${name(80)}…"]`],
])('in %j, %j is at %s', (parent, key, path) => expect(childPath(parent, key)).toBe(path))

test('a long text is shortened', () => {
  expect([shortened(name(80)), shortened(name(81)), shortened('abc', 2)]).toEqual([
    name(80),
    `${name(80)}…`,
    'ab…',
  ])
  expect([quotedValue(['a']), quotedValue(name(90))]).toEqual(['["a"]', `"${name(79)}…`])
})

test('a number has its noun', () =>
  expect([0, 1, 2].map(count => counted(count, 'value'))).toEqual(['0 values', '1 value', '2 values']))

test('a hundred faults are listed, and the others counted without their texts', () => {
  const faults = new Faults()
  expect(() => faults.throwIfAny()).not.toThrow()
  for (let n = 1; n <= 100; n++) {
    expect(faults.full).toBe(false)
    faults.add('data', () => `fault ${n}`)
  }
  expect(faults.full).toBe(true)
  const details = Array.from({ length: 100 }, (_, i) => ({ path: 'data', message: `fault ${i + 1}` }))
  expect(() => faults.throwIfAny()).toThrow(expect.objectContaining({ code: 'invalid_figure', details }))
  faults.add('data', () => {
    throw new Error('nobody reads it')
  })
  const more = { path: '$', message: '1 more faults of these kinds' }
  expect(() => faults.throwIfAny()).toThrow(expect.objectContaining({ details: [...details, more] }))
})
