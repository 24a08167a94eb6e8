// The suites that run in this process alone, without browsers: quick enough to be run for every mutant.
import whole from './jest.config.js'

export default {
  ...whole,
  testMatch: [
    '<rootDir>/test/config.test.ts',
    '<rootDir>/test/{accounts,domain,http}/**/*.test.ts',
    '<rootDir>/test/async/**/*.test.ts',
  ],
}
