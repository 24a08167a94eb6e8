/** Files of packages from npm that are read, not imported: scripts for browsers, fonts, tables. */

import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** Compiled code finds beside it what the package's build laid there, and needs no development packages. */
export const isPackaged = import.meta.filename.endsWith('.js')

/**
 * The path of a file of a package. A published Plotgate brings those files itself, below `dist/packages`: which they
 * are says `scripts/build.ts`.
 */
export const packageFile = (name: string, ...path: readonly string[]): string =>
  isPackaged
    ? join(import.meta.dirname, 'packages', name, ...path)
    : join(dirname(findPackageJSON(name, import.meta.url) ?? missing(name)), ...path)

function missing(name: string): never {
  throw new Error(`the package ${name} is missing: run npm ci`)
}
