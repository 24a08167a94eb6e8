/** docs/security.md, held to: every test that it names exists. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..', '..')
const rows = readFileSync(join(root, 'docs', 'security.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| \d/.test(line))

/** A suite, or a part of the contract that the suites of both stores run. */
const shownBy = /^`(test\/(?:[\w./-]+\.test|storage\/contract-[\w-]+)\.ts)` › (.+)$/

const named = rows.map(row => {
  const [, number = '', , , shown = ''] = row.split('|').map(cell => cell.trim())
  const [, file = '', name = ''] = shownBy.exec(shown) ?? []
  return { number, file, name }
})

describe('docs/security.md', () => {
  test('has a line for each requirement, with its test', () => {
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ file }) => file === '')).toEqual([])
  })

  test.each(named)('$number is shown by $file › $name', ({ file, name }) => {
    const path = join(root, file)
    expect(existsSync(path)).toBe(true)
    // The title of a test or of a group: what follows `test(`, `describe(` or a table of cases.
    const titles = [...readFileSync(path, 'utf8').matchAll(/(?:test|describe|\))\(\s*(['`"])(.+?)\1,/g)]
    expect(titles.map(([, , title = '']) => title).filter(title => title.includes(name))).not.toEqual([])
  })
})
