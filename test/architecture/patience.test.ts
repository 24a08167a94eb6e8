/** No test is given less time than all others: a machine that does several things at once needs it. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..')
const config = readFileSync(join(root, '..', 'jest.config.js'), 'utf8')

/** Limits of single tests, of what comes before and after them, and those that several tests of a file share. */
const limits = [
  /\n *\},\s*(\d[\d_]*_000),?\s*\)/g,
  /\n *(?:before|after)(?:All|Each)\(.*, (\d[\d_]*_000)\)/g,
  /\nconst patience = (\d[\d_]*_000)/g,
]

const numbersAfter = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, number = '']) => Number(number.replaceAll('_', '')))
const limitsIn = (text: string): number[] => limits.flatMap(pattern => numbersAfter(text, pattern))

test('limits are found', () => {
  expect(
    limitsIn("\ntest('a', () => {\n}, 1_000)\n  afterAll(() => a.close(), 2_000)\nconst patience = 3_000\n"),
  ).toEqual([1000, 2000, 3000])
})

test('a limit of its own is for what takes longer than other tests', () => {
  const [usual] = numbersAfter(config, /testTimeout: (\d[\d_]*_000)/g)
  expect(usual).toBeGreaterThan(60_000)
  const short = globSync('**/*.ts', { cwd: root }).flatMap(file =>
    limitsIn(readFileSync(join(root, file), 'utf8'))
      .filter(limit => limit < usual!)
      .map(limit => `${file}: ${limit}`),
  )
  expect(short).toEqual([])
})
