/** The modules for mutation testing, each with the suites that are fast enough to run for every mutant. */

export interface MutatedModule {
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
}

const mutated = (name: string): MutatedModule => ({
  mutate: [`src/${name}/**/*.ts`],
  tests: [`<rootDir>/test/${name}/**/*.test.ts`],
})

const modules: Readonly<Record<string, MutatedModule>> = {
  config: {
    mutate: ['src/config.ts', 'src/config-kinds.ts', 'src/config-variables.ts'],
    tests: ['<rootDir>/test/config.test.ts'],
  },
  accounts: mutated('accounts'),
  domain: mutated('domain'),
  http: mutated('http'),
  // The parts with suites in Node; the rest of src/browser only runs in pages.
  browser: {
    mutate: [
      'src/browser/figure/{style,words}/*.ts',
      ...['locale', 'map-style', 'nulls', 'prepare', 'remote', 'right-to-left', 'titles'].map(
        name => `src/browser/figure/${name}.ts`,
      ),
      'src/browser/viewer/points.ts',
    ],
    tests: ['<rootDir>/test/browser/figure/*.test.ts', '<rootDir>/test/browser/viewer/points.test.ts'],
  },
}

export const moduleNames = Object.keys(modules)

/** Throws if there is no such module. */
export function mutatedModule(name: string | undefined): MutatedModule {
  const found = name === undefined ? undefined : modules[name]
  if (!found) throw new Error(`there are the modules ${moduleNames.join(', ')}, but no ${name}`)
  return found
}
