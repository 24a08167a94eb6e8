import whole from './jest.config.js'
import { mutatedModule } from './scripts/mutation/modules.ts'

// The suites of one module, in the process that mutates it.
export default {
  ...whole,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: mutatedModule(process.env.MUTATION_MODULE).tests,
  // Tests of changed code may wait for what never comes. They fail faster so than by Stryker's timeout, which restarts Jest.
  testTimeout: 10_000,
  testSequencer: '<rootDir>/scripts/mutation/suites.ts',
}
