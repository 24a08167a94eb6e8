/**
 * Generates THIRD-PARTY-NOTICES: every package of an installation, with its licence, and the licence's text if the
 * package contains one.
 * Usage: npm run third-party-notices [-- --check]; `--check` writes nothing, and exits with 1 if the file is out of
 * date.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scriptOptions } from './script-options.ts'

interface LockedPackage {
  readonly name?: string
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const file = `${root}THIRD-PARTY-NOTICES`
const licenceFile = /^(?:licen[cs]e|copying|notice|ofl)(?:[.-].*)?$/i

/** Packages for other machines are not installed here: their texts are those of the package they belong to. */
const isElsewhere = ({ os, cpu }: LockedPackage) => os !== undefined || cpu !== undefined

function textsOf(path: string, locked: LockedPackage): readonly string[] {
  if (isElsewhere(locked)) return []
  return readdirSync(root + path)
    .filter(name => licenceFile.test(name))
    .sort()
    .map(name => readFileSync(`${root}${path}/${name}`, 'utf8').replaceAll('\r\n', '\n').trim())
}

function licenceOf(path: string, locked: LockedPackage): string {
  if (locked.license !== undefined || isElsewhere(locked)) return locked.license ?? 'see its texts'
  const { license, licenses } = JSON.parse(readFileSync(`${root}${path}/package.json`, 'utf8'))
  return (
    license?.type ??
    license ??
    licenses?.map((each: { type: string }) => each.type).join(' or ') ??
    'see its text'
  )
}

function notices(): string {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const lines = new Map<string, readonly string[]>()
  for (const [path, locked] of Object.entries(packages)) {
    // What is not in node_modules, or is a link, is our own.
    if (!path.includes('node_modules/') || locked.dev || locked.link) continue
    const name = locked.name ?? path.split('node_modules/').at(-1)
    lines.set(`${name} ${locked.version} (${licenceOf(path, locked)})`, textsOf(path, locked))
  }
  const users = new Map<string, { readonly text: string; readonly names: string[] }>()
  for (const [line, texts] of [...lines].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const text of texts.length > 0 ? texts : ['']) {
      const key = createHash('sha256').update(text).digest('hex')
      const known = users.get(key) ?? { text, names: [] }
      known.names.push(line)
      users.set(key, known)
    }
  }
  const sections = [...users.values()].map(({ text, names }) =>
    [
      ...names,
      '',
      text === '' ? '(its licence as named above; the package brings no text of it)' : text,
    ].join('\n'),
  )
  return `Plotgate is installed together with these packages.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

if (import.meta.main) {
  const { values } = scriptOptions({ options: { check: { type: 'boolean' } } })
  const made = notices()
  if (!values.check) writeFileSync(file, made)
  else if (readFileSync(file, 'utf8') !== made) {
    console.error('THIRD-PARTY-NOTICES is not that of package-lock.json: npm run third-party-notices')
    process.exitCode = 1
  }
}
