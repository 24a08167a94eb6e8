import whole from './jest.config.js'

// Started by scripts/coverage.ts, which adds what ran in pages.
export default {
  ...whole,
  setupFilesAfterEnv: ['<rootDir>/test/support/page-coverage.ts'],
  collectCoverage: true,
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.generated.ts'],
  coverageDirectory: 'out/coverage',
  coverageReporters: ['json'],
}
