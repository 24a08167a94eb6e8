/** The release, from package.json. */

import { readFileSync } from 'node:fs'

interface Manifest {
  /** `1.2.3` */
  readonly version: string
  readonly description: string
}

/** The text of package.json, which identifies a release including the exact versions of its dependencies. */
export const manifest: string = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

export const { version, description }: Manifest = JSON.parse(manifest)
