/** Which release this is, as package.json has it. */

import { readFileSync } from 'node:fs'

interface Manifest {
  /** `1.2.3` */
  readonly version: string
  readonly description: string
}

export const { version, description }: Manifest = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)
