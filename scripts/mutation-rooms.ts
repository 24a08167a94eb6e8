/** The modules whose tests are held against mutants, each with the suites that are quick enough to be run for every one. */

export interface MutationRoom {
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
}

const room = (name: string): MutationRoom => ({
  mutate: [`src/${name}/**/*.ts`],
  tests: [`<rootDir>/test/${name}/**/*.test.ts`],
})

const rooms: Readonly<Record<string, MutationRoom>> = {
  config: {
    mutate: ['src/config.ts', 'src/config-kinds.ts', 'src/config-variables.ts'],
    tests: ['<rootDir>/test/config.test.ts'],
  },
  accounts: room('accounts'),
  domain: room('domain'),
  http: room('http'),
}

export const roomNames = Object.keys(rooms)

/** Throws where there is none of that name. */
export function mutationRoom(name: string | undefined): MutationRoom {
  const found = name === undefined ? undefined : rooms[name]
  if (!found) throw new Error(`there are the rooms ${roomNames.join(', ')}, but no ${name}`)
  return found
}
