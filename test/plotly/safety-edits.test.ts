import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { editLibrary } from '../../src/plotly/edits/library-edit.ts'
import { partEdits } from '../../src/plotly/edits/part-edits.ts'
import { safetyEdits, secureLibrary } from '../../src/plotly/edits/safety-edits.ts'

const require = createRequire(import.meta.url)
const bundles = ['basic', 'cartesian', 'strict']
const read = (bundle: string) =>
  readFileSync(require.resolve(`plotly.js/dist/plotly-${bundle}.min.js`), 'utf8')
const cases = bundles.flatMap(bundle => Object.keys(safetyEdits).map(name => [bundle, name] as const))

test.each(Object.entries(partEdits))('the library has one place for %s', (_, edit) => {
  const release = read('strict')
  expect(editLibrary(release, edit) === release).toBe(false)
})

describe('the edits that everyone needs', () => {
  test.each(cases)('the %s bundle has one place for %s', (bundle, name) => {
    const release = read(bundle)
    const edited = editLibrary(release, safetyEdits[name]!)
    expect(edited === release).toBe(false)
    expect(Math.abs(edited.length - release.length)).toBeLessThan(300)
  })

  test.each(bundles)('the %s bundle is still a program with all of them', bundle => {
    expect(() => new Function(secureLibrary(read(bundle)))).not.toThrow()
  })

  test.each(Object.keys(safetyEdits))('a library that has no place for %s is refused', name => {
    const other = read('basic').replaceAll(safetyEdits[name]!.near, '')
    expect(() => secureLibrary(other)).toThrow(`no place for the edit ${name}`)
  })
})
