/**
 * Runs the tests and measures which share of src/ they cover: in this process, and as scripts of src/browser in real
 * pages.
 * Usage: npm run coverage -- [PATTERN …] [options of Jest]; out/coverage has the lines.
 */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mergeScriptCovs, type ScriptCov } from '@bcoe/v8-coverage'
import coverage from 'istanbul-lib-coverage'
import report from 'istanbul-lib-report'
import reports from 'istanbul-reports'
import v8ToIstanbul from 'v8-to-istanbul'
import { browserScripts, bundleOptions } from '../src/bundling/browser-scripts.ts'
import { bundle } from '../src/bundling/esbuild.ts'
import { projectRoot } from '../src/bundling/script-cache.ts'
import { exitWithUsage } from './script-options.ts'

// Jest prints its own help.
if (process.argv.includes('--help')) exitWithUsage()

const dir = join(projectRoot, 'out', 'coverage')
const pages = join(dir, 'pages')
const jestOnly = join(dir, 'coverage-final.json')
const browserSources = join(projectRoot, 'src', 'browser', '/')

await rm(dir, { recursive: true, force: true })
const jest = ['test', '--', '--config', 'jest.coverage.config.js', ...process.argv.slice(2)]
process.exitCode = spawnSync('npm', jest, { cwd: projectRoot, stdio: 'inherit' }).status ?? 1
// Jest refused its options, and has said so.
if (!existsSync(jestOnly)) process.exit()

const whole = coverage.createCoverageMap(JSON.parse(await readFile(jestOnly, 'utf8')))
const files = await readdir(pages)
const taken = await Promise.all(
  files.map(async file => JSON.parse(await readFile(join(pages, file), 'utf8')) as ScriptCov[]),
)
for (const name of browserScripts) {
  const script = mergeScriptCovs(taken.flat().filter(({ url }) => url === name))
  if (!script) continue
  const { code } = await bundle({ ...bundleOptions(name), sourcemap: 'inline' })
  const converter = v8ToIstanbul(join(projectRoot, `${name}.js`), 0, { source: code })
  await converter.load()
  converter.applyCoverage(script.functions)
  for (const [path, data] of Object.entries(converter.toIstanbul())) {
    // Functions of other modules that run in a page are covered where these modules run as a whole.
    if (!path.startsWith(browserSources)) continue
    whole.addFileCoverage({ ...data, path })
  }
}
for (const file of [pages, jestOnly]) await rm(file, { recursive: true })
const context = report.createContext({ dir, coverageMap: whole })
for (const kind of ['text-summary', 'lcovonly'] as const) reports.create(kind).execute(context)

const pageCode = coverage.createCoverageMap(whole)
pageCode.filter(path => path.startsWith(browserSources))
const { covered, total, pct } = pageCode.getCoverageSummary().lines
console.log(`src/browser alone: ${pct}% of its lines ( ${covered}/${total} )`)
