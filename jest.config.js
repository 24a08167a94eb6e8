// Jest strips the types itself; an empty transform keeps it from looking for Babel.
export default {
  testEnvironment: 'node',
  transform: {},
  coverageProvider: 'v8',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/out', '<rootDir>/.cache'],
  // For what hangs: how long a test takes is up to the machine.
  testTimeout: 240_000,
  // One for each of two cores: suites wait for browsers and servers more than they compute.
  maxWorkers: 2,
}
