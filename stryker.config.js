import { mutatedModule } from './scripts/mutation/modules.ts'

const name = process.env.MUTATION_MODULE
const { mutate, floor } = mutatedModule(name)
const report = `out/mutation/${name?.replaceAll('/', '-')}`

// Started by scripts/mutation.ts, module by module.
export default {
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { projectType: 'custom', configFile: 'jest.mutation.config.js', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  mutate: [...mutate, '!src/**/*.generated.ts'],
  // What texts say is held by few tests on purpose; tables of a module are read once, for all tests.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `${report}.incremental.json`,
  // Its own look at tsconfig.json needs an older compiler; nothing here depends on it.
  tsconfigFile: 'none',
  tempDirName: '.cache/mutation',
  symlinkNodeModules: true,
  ignorePatterns: ['/clients', '/dist', '/out', '/.cache', '/deploy'],
  concurrency: 1,
  // Modules that Jest has loaded are never freed.
  maxTestRunnerReuse: 20,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: `${report}.json` },
  clearTextReporter: { logTests: false, allowEmojis: false, allowColor: false },
  thresholds: { high: 95, low: floor, break: floor },
}
