/** Jest's environment in mutation testing: after the first test that fails, which kills the mutant, no other one runs. */

import { TestEnvironment } from 'jest-environment-node'

/** The part of Jest's events that is used here. */
interface TestEvent {
  readonly name: string
  readonly test?: { mode?: string | null; readonly errors: readonly unknown[] }
}

let killed: string | undefined

export default class MutationEnvironment extends TestEnvironment {
  handleTestEvent({ name, test }: TestEvent): void {
    // Stryker's name for the mutant that the tests run against.
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__
    if (!test || mutant === undefined) return
    if (name === 'test_start' && mutant === killed) test.mode = 'skip'
    if (name === 'test_done' && test.errors.length > 0) killed = mutant
  }
}
