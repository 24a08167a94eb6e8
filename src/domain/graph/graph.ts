/** The graph (spec 2): one stored figure, its addresses and the images made of it. */

import type { Figure } from '../figure/text.ts'
import type { Warning } from '../figure/warning.ts'
import type { AccountId, GraphId } from '../ids.ts'

export type RenderStatus = 'pending' | 'running' | 'ready' | 'failed'

/** How the image of the newest version stands. `omitted` lists remote addresses the image was drawn without. */
export interface Rendering {
  readonly status: RenderStatus
  readonly error: string | null
  readonly omitted: readonly string[]
}

/** What every read of a graph needs and no more: small, without the figure's texts. */
export interface GraphRecord {
  readonly graphId: GraphId
  readonly accountId: AccountId
  /** When the graph came to be, in its first version. */
  readonly createdAt: Date
  /** Counts its states from 1. Each is immutable: equal versions are equal in everything but `rendering`. */
  readonly version: number
  /** When this version came to be. */
  readonly updatedAt: Date
  /** When the graph goes by itself; null: it stays. */
  readonly expiresAt: Date | null
  /** The layout's title as plain text, for lists and page heads. */
  readonly title: string | null
  /** The distinct trace types, in order of first appearance. */
  readonly traceTypes: readonly string[]
  /** What will not be drawn as it was meant, found at creation. */
  readonly warnings: readonly Warning[]
  readonly rendering: Rendering
}

/** One state of a graph. */
export interface VersionRef {
  readonly graphId: GraphId
  readonly version: number
}

/** What a render needs to know of a state: whose it is, who pays. */
export interface OwnedGraph extends Pick<GraphRecord, 'graphId' | 'version' | 'accountId'> {
  /** `figureDigest` of its figure, where it is known. */
  readonly digest?: string | undefined
}

/** A state of a graph that is kept, and when it came to be. */
export interface VersionStamp {
  readonly version: number
  readonly createdAt: Date
}

/** The name of one state, for caches and jobs: never two states under one name. */
export const versionName = ({ graphId, version }: VersionRef): string => `${graphId}@${version}`

export interface Graph extends GraphRecord {
  readonly figure: Figure
}

/** One generated file of a graph. */
export interface Artifact {
  readonly bytes: Uint8Array
  /** A strong entity tag, quotes included. */
  readonly etag: string
  readonly createdAt: Date
  /** The release that drew it: another may draw otherwise. Absent where that was not written down. */
  readonly drawnBy?: string | undefined
}
