// Mutation testing: which changes of the code no test notices. docs/testing.md keeps the score.
export default {
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { projectType: 'custom', configFile: 'jest.mutation.config.js', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  mutate: [
    'src/{domain,accounts,http}/**/*.ts',
    'src/config.ts',
    'src/config-kinds.ts',
    '!src/**/*.generated.ts',
  ],
  // What texts say is held by few tests on purpose.
  mutator: { excludedMutations: ['StringLiteral'] },
  incremental: true,
  incrementalFile: 'out/mutation/incremental.json',
  // Its own look at tsconfig.json needs an older compiler; nothing here depends on it.
  tsconfigFile: 'none',
  tempDirName: '.cache/mutation',
  symlinkNodeModules: true,
  ignorePatterns: ['/clients', '/dist', '/out', '/.cache', '/deploy'],
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'out/mutation/report.json' },
  clearTextReporter: { logTests: false, allowEmojis: false },
  thresholds: { high: 90, low: 85, break: 85 },
  allowConsoleColors: false,
}
