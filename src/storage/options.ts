/** Options of every backend. */

import type { LayoutPrefix } from './layout-prefix.ts'

export interface StoreOptions {
  /** The prefix of most layouts, which is stored only once. */
  readonly prefix: LayoutPrefix | null
  /** How many versions of a graph are kept beside the newest. */
  readonly versionsKept: number
  /** Opens a store even if an interrupted restore has left it incomplete. */
  readonly forRestore?: boolean | undefined
}

export const defaultVersionsKept = 20
