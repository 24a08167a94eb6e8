import whole from './jest.config.js'
import { mutatedModule } from './scripts/mutation/modules.ts'

// The suites of one module, in the process that mutates it.
export default {
  ...whole,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: mutatedModule(process.env.MUTATION_MODULE).tests,
  testEnvironment: './scripts/mutation/environment.ts',
  testSequencer: '<rootDir>/scripts/mutation/suites.ts',
}
