/** Paths of files in npm packages that are read instead of imported: browser scripts, fonts, tables. */

import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** Whether this is the published package, whose build has copied such files, rather than a checkout. */
export const isPackaged = import.meta.filename.endsWith('.js')

/**
 * The path of a file in a package. The published package contains copies of these files in `dist/packages`, made by
 * `scripts/build.ts`.
 */
export const packageFile = (name: string, ...path: readonly string[]): string =>
  isPackaged
    ? join(import.meta.dirname, 'packages', name, ...path)
    : join(dirname(findPackageJSON(name, import.meta.url) ?? missing(name)), ...path)

function missing(name: string): never {
  throw new Error(`the package ${name} is missing: run npm ci`)
}
