/**
 * Adds missing `integrity` hashes to package-lock.json, from npm's configured registry: a package whose bytes are not
 * pinned could be replaced. Run `npm run lock-integrity` after each change of a dependency.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { scriptOptions } from './script-options.ts'

interface LockedPackage {
  readonly name?: string
  readonly version: string
  readonly link?: boolean
  integrity?: string
}

scriptOptions()

const file = new URL('../package-lock.json', import.meta.url)
const atOnce = 16

const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  .trim()
  .replace(/\/$/, '')

/** An aliased package has its own name in the entry; others are named by their folder. */
const nameOf = (path: string, { name }: LockedPackage): string =>
  name ?? path.split('node_modules/').at(-1) ?? path

const missing = Object.entries(lock.packages).filter(
  // The other entries are this repository and its workspaces.
  ([path, each]) => path.includes('node_modules/') && !each.link && each.integrity === undefined,
)

async function fill([path, each]: [string, LockedPackage]): Promise<void> {
  const name = nameOf(path, each)
  const answer = await fetch(`${registry}/${name.replace('/', '%2f')}/${each.version}`)
  const { dist } = (await answer.json()) as { dist?: { integrity?: string } }
  if (!dist?.integrity) throw new Error(`the registry tells no integrity of ${name} ${each.version}`)
  each.integrity = dist.integrity
}

for (let index = 0; index < missing.length; index += atOnce) {
  await Promise.all(missing.slice(index, index + atOnce).map(fill))
}
for (const [path, each] of Object.entries(lock.packages)) {
  if (each.integrity === undefined) continue
  // In npm's order of keys.
  const { name, version, integrity, ...rest } = each
  lock.packages[path] = { ...(name ? { name } : {}), version, integrity, ...rest }
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${missing.length} filled in`)
