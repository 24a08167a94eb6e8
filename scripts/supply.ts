/**
 * Checks what an installation consists of, for CI: writes the software bill of materials (CycloneDX) to the given file,
 * and exits with 1 if a package of the lock file is missing from it, a package lacks its hash, or there is a known
 * serious advisory for one. Says so if the registry does not answer questions about advisories.
 * Usage: npm run supply -- [sbom.json]
 */

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { scriptOptions } from './script-options.ts'

interface Component {
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly unknown[]
}

interface LockedPackage {
  readonly name?: string
  readonly version: string
  readonly dev?: boolean
  readonly optional?: boolean
  /** A folder of the repository itself. */
  readonly link?: boolean
}

const { words } = scriptOptions({ words: 'any' })
const [file] = words
const faults: string[] = []
const npm = (...words: string[]) =>
  spawnSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20, timeout: 120_000 }).stdout

const text = npm('sbom', '--sbom-format', 'cyclonedx')
const { components } = JSON.parse(text) as { components: readonly Component[] }
if (file !== undefined) writeFileSync(file, text)

const told = new Set(
  components.map(
    ({ purl }) =>
      decodeURIComponent(purl)
        .replace(/^pkg:npm\//, '')
        .split('?')[0],
  ),
)
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>
}
for (const [path, { name, version, dev, optional, link }] of Object.entries(packages)) {
  // Optional packages include those of other machines.
  if (!path.startsWith('node_modules/') || dev || optional || link) continue
  const own = `${path.split('node_modules/').at(-1)}@${version}`
  if (!told.has(own) && !told.has(`${name}@${version}`)) faults.push(`${own} is not in the bill of materials`)
}
/** The repository's own packages, which are in no registry. */
const ours = new Set(
  Object.entries(packages).flatMap(([path, { name, version }]) =>
    path.includes('node_modules/') ? [] : [`pkg:npm/${name}@${version}`],
  ),
)
for (const { name, version, purl, hashes = [] } of components) {
  if (hashes.length === 0 && !ours.has(purl))
    faults.push(`${name} ${version} has no hash in the bill of materials`)
}
console.log(`the bill of materials has ${components.length} packages`)

interface Audit {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>
}
const { metadata, vulnerabilities = {} } = JSON.parse(
  npm('audit', '--omit', 'dev', '--json') || '{}',
) as Audit
if (metadata === undefined) console.log('known advisories: the registry does not answer; not checked')
else {
  console.log(`known advisories: ${JSON.stringify(metadata.vulnerabilities)}`)
  for (const [name, { severity }] of Object.entries(vulnerabilities)) {
    if (severity === 'high' || severity === 'critical')
      faults.push(`${name}: an advisory of severity ${severity}`)
  }
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
