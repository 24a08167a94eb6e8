/** The graph (spec 2): a stored figure with its versions, addresses and images. */

import type { Figure } from '../figure/text.ts'
import type { Warning } from '../figure/warning.ts'
import type { AccountId, GraphId } from '../ids.ts'

export type RenderStatus = 'pending' | 'running' | 'ready' | 'failed'

/** The state of the newest version's image. `omitted` lists remote addresses that the image was drawn without. */
export interface Rendering {
  readonly status: RenderStatus
  readonly error: string | null
  readonly omitted: readonly string[]
}

/** Everything about a graph but its figure, so that most reads stay small. */
export interface GraphRecord {
  readonly graphId: GraphId
  readonly accountId: AccountId
  /** When the first version was created. */
  readonly createdAt: Date
  /** Counts from 1. A version is immutable, except for its `rendering`. */
  readonly version: number
  /** When this version was created. */
  readonly updatedAt: Date
  /** When the graph expires; null if it does not. */
  readonly expiresAt: Date | null
  /** The layout's title as plain text, for lists and page heads. */
  readonly title: string | null
  /** The distinct trace types, in order of first appearance. */
  readonly traceTypes: readonly string[]
  /** What will not be drawn as it was meant, found when the figure was checked. */
  readonly warnings: readonly Warning[]
  readonly rendering: Rendering
}

/** One version of a graph. */
export interface VersionRef {
  readonly graphId: GraphId
  readonly version: number
}

/** A version with its owner, whose render time is charged. */
export interface OwnedGraph extends Pick<GraphRecord, 'graphId' | 'version' | 'accountId'> {
  /** `figureDigest` of its figure, if known. */
  readonly digest?: string | undefined
}

/** A kept version and its creation time. */
export interface VersionStamp {
  readonly version: number
  readonly createdAt: Date
}

/** A unique name of one version, for caches and jobs. */
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
  /** The release that rendered it, because another may render differently. Absent if it was not recorded. */
  readonly drawnBy?: string | undefined
  /** Remote addresses that the figure names and the image was drawn without. Absent if they were not recorded. */
  readonly omitted?: readonly string[] | undefined
}

/** The state of a graph whose image is stored. */
export const renderingOf = ({ omitted = [] }: Pick<Artifact, 'omitted'>): Rendering => ({
  status: 'ready',
  error: null,
  omitted,
})
