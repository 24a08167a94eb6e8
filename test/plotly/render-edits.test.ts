import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { editLibrary, plotlyIssue } from '../../src/plotly/edits/library-edit.ts'
import { missingEdits, renderEdits, tuneLibrary } from '../../src/plotly/edits/render-edits.ts'

const release = readFileSync(
  createRequire(import.meta.url).resolve('plotly.js/dist/plotly-strict.min.js'),
  'utf8',
)

describe('the charting library of the render pages', () => {
  test.each(Object.entries(renderEdits))(
    '%s changes one place of the release that is pinned',
    (name, edit) => {
      const edited = editLibrary(release, edit)
      expect(edited === release).toBe(false)
      // What is before and behind the place is as it was.
      let first = 0
      while (edited[first] === release[first]) first++
      let last = 1
      while (edited.at(-last) === release.at(-last)) last++
      // Where arrays are found and where they are looked for are the two ends of one function.
      expect(release.length - last - first).toBeLessThan(name === 'knownArrays' ? 500 : 300)
    },
  )

  test('names the edits that it does without', () => {
    expect(missingEdits(tuneLibrary(release))).toEqual([])
    const other = tuneLibrary(
      release.replaceAll(renderEdits.lookOnce!.near, '').replaceAll(renderEdits.noFading!.near, ''),
    )
    expect(missingEdits(other)).toEqual(['lookOnce', 'noFading'])
  })

  test.each(Object.entries(renderEdits))(
    '%s says where it stands upstream',
    (_, { upstream: { file, issue } }) => {
      expect(existsSync(`node_modules/${file.startsWith('@') ? file : `plotly.js/${file}`}`)).toBe(true)
      expect(issue ?? plotlyIssue(1)).toMatch(/^https:\/\/github\.com\/plotly\/plotly\.js\/issues\/\d+$/)
    },
  )

  test('is still a program with all of them', () => {
    expect(() => new Function(tuneLibrary(release))).not.toThrow()
  })

  test.each(Object.entries(renderEdits))('is left as it is where %s finds another library', (_, edit) => {
    const other = release.replaceAll(edit.near, '')
    expect(editLibrary(other, edit)).toBe(other)
    const twice = release + edit.near
    expect(editLibrary(twice, edit)).toBe(twice)
  })
})
