/** Which release this is, as package.json has it. */

import { readFileSync } from 'node:fs'

interface Manifest {
  /** `1.2.3` */
  readonly version: string
  readonly description: string
}

/** The text of package.json: with the exact versions of what draws, it tells this release from every other. */
export const manifest: string = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

export const { version, description }: Manifest = JSON.parse(manifest)
