/** The licences of the packages whose code is brought along. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  readonly version: string
  readonly license?: string
}

/** Of each package its name, version, licence and the licence's text, where it has one. */
export function licensesOf(packages: readonly string[]): string {
  const texts = packages.map(name => {
    const folder = join(import.meta.dirname, '..', '..', 'node_modules', name)
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    const files = readdirSync(folder).filter(file => /^(?:licen[cs]e|notice|copying)/i.test(file))
    const bodies = files.map(file => readFileSync(join(folder, file), 'utf8').trim())
    return [`${name} ${version}: ${license ?? 'see below'}`, ...bodies].join('\n\n')
  })
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
