/** What is installed is what was tested: every package of the lock file is pinned to its bytes. */

import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

interface LockedPackage {
  readonly link?: boolean
  readonly integrity?: string
  readonly resolved?: string
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>
}

test('every package has its integrity; `npm run lock-integrity` fills in what is missing', () => {
  const without = Object.entries(packages).filter(
    ([path, each]) => path !== '' && !each.link && !each.integrity,
  )
  expect(without.map(([path]) => path)).toEqual([])
})

test('the lock file names no registry', () => {
  const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)
  expect(named.map(([path]) => path)).toEqual([])
})
