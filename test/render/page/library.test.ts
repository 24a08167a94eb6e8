import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { tuneLibrary } from '../../../src/render/page/library.ts'

const release = readFileSync(
  createRequire(import.meta.url).resolve('plotly.js/dist/plotly-strict.min.js'),
  'utf8',
)

describe('the charting library of the render pages, in the release that is pinned', () => {
  const tuned = tuneLibrary(release)
  const around = (mark: string) => tuned.slice(tuned.indexOf(mark) - 200, tuned.indexOf(mark) + 200)

  test('looks for overflowing labels after the last one', () => {
    expect(around('[0].findLast(')).toContain('_adjustTickLabelsOverflow&&')
  })

  test('takes names of attributes apart with less ado', () => {
    expect(around('.includes("__")')).toContain('throw"bad property string"')
    expect(tuned).not.toMatch(/"container is not an object";[\w$]+=/)
  })

  test('is otherwise the same, and still a program', () => {
    expect(Math.abs(tuned.length - release.length)).toBeLessThan(200)
    expect(() => new Function(tuned)).not.toThrow()
  })

  test.each(['_adjustTickLabelsOverflow', 'bad property string', 'classList'])(
    'is left as it is where it reads otherwise: without %s',
    name => {
      const other = release.replaceAll(name, 'another')
      expect(tuneLibrary(other)).toBe(other)
    },
  )
})
