/** What is installed is what was tested: every package of the lock file is pinned to its bytes. */

import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

interface LockedPackage {
  /** Where another package stands in its place. */
  readonly name?: string
  readonly hasInstallScript?: boolean
  readonly link?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly version?: string
  /** Not part of an installation. */
  readonly dev?: boolean
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>
}

test('every package has its integrity; `npm run lock-integrity` fills in what is missing', () => {
  const without = Object.entries(packages).filter(
    // Others are this repository and its own workspaces.
    ([path, each]) => path.includes('node_modules/') && !each.link && !each.integrity,
  )
  expect(without.map(([path]) => path)).toEqual([])
})

test('the lock file names no registry', () => {
  const named = Object.entries(packages).filter(([, { link, resolved }]) => !link && resolved !== undefined)
  expect(named.map(([path]) => path)).toEqual([])
})

/**
 * Each works without what it would run: the binary is a package of its own, a slower way is there, or the script only
 * prints a message.
 */
const withScripts = ['@parcel/watcher', 'es5-ext', 'esbuild', 'msgpackr-extract', 'unrs-resolver']

test('nothing that is installed has to run a script, and nothing reports the installation', () => {
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(names.filter(name => !withScripts.includes(name))).toEqual([])
  const reporters = Object.entries(packages).filter(
    ([path, { name }]) => path.endsWith('/@scarf/scarf') && name !== 'empty-npm-package',
  )
  expect(reporters).toEqual([])
})

test('every package that comes with an installation stands in THIRD-PARTY-NOTICES', () => {
  const notices = readFileSync(new URL('../THIRD-PARTY-NOTICES', import.meta.url), 'utf8')
  const told = new Set(notices.split('\n').map(line => line.replace(/ \(.*\)$/, '')))
  const untold = Object.entries(packages).flatMap(([path, { name, version, dev, link }]) => {
    const line = `${name ?? path.split('node_modules/').at(-1)} ${version}`
    return !path.includes('node_modules/') || link || dev || told.has(line) ? [] : [line]
  })
  expect(untold).toEqual([])
})
