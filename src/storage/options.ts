/** What every backend is told. */

import type { LayoutPrefix } from './layout-prefix.ts'

export interface StoreOptions {
  /** How most layouts begin: kept once. */
  readonly prefix: LayoutPrefix | null
  /** Versions of a graph beside the newest. */
  readonly versionsKept: number
  /** Opens also what holds half of a backup. */
  readonly forRestore?: boolean | undefined
}

export const defaultVersionsKept = 20
