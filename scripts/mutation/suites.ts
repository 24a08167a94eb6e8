/**
 * Jest's sequencer in mutation testing: for a mutant it keeps only those suites that have tests which reach it, the fastest
 * first. Stryker names the tests, but Jest alone would load all suites to find them. The first run, of all tests, notes
 * their names.
 */

import { readFileSync, writeFileSync } from 'node:fs'

interface Suite {
  readonly path: string
}

interface Results {
  readonly testResults: readonly {
    readonly testFilePath: string
    /** `runtime` is in milliseconds. */
    readonly perfStats: { readonly runtime: number }
    readonly testResults: readonly { readonly fullName: string }[]
  }[]
}

/** In the copy of the sources that is mutated, where later processes of the same run find it. */
const notes = 'mutation-suites.json'

export default class MutationSuites {
  private readonly pattern: string | undefined

  constructor({ globalConfig }: { readonly globalConfig: { readonly testNamePattern?: string } }) {
    this.pattern = globalConfig.testNamePattern
  }

  sort<T extends Suite>(suites: readonly T[]): T[] {
    if (this.pattern === undefined) return [...suites]
    const names = JSON.parse(readFileSync(notes, 'utf8')) as Readonly<Record<string, readonly string[]>>
    const wanted = new RegExp(this.pattern, 'i')
    const byTime = Object.keys(names)
    return suites
      .filter(({ path }) => names[path]?.some(name => wanted.test(name)) ?? true)
      .toSorted((a, b) => byTime.indexOf(a.path) - byTime.indexOf(b.path))
  }

  cacheResults(_suites: readonly Suite[], { testResults }: Results): void {
    if (this.pattern !== undefined) return
    const names = testResults
      .toSorted((a, b) => a.perfStats.runtime - b.perfStats.runtime)
      .map(suite => [suite.testFilePath, suite.testResults.map(({ fullName }) => fullName)] as const)
    writeFileSync(notes, JSON.stringify(Object.fromEntries(names)))
  }
}
