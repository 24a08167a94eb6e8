/**
 * The documents of each collection. `schema` is the schema version of a document (1 if missing). Readers accept all versions
 * up to the current one, writers write the current one, and `plotgate store upgrade` rewrites older documents.
 */

import type { Collection, Document } from 'mongodb'
import type { GraphRecord, Rendering } from '../../../domain/graph/graph.ts'
import type { AccountId, GraphId } from '../../../domain/ids.ts'
import type { PackedFigure } from '../../figure-codec.ts'
import type { RestoreMark } from '../../portable-store.ts'
import type { ArtifactDoc, ChunkDoc, ChunkSet, ImageKeyDoc } from './artifact-documents.ts'
import { searchedTitle } from './searched-title.ts'

/** Version 2 has records as fields, trigrams of titles, and large values in chunks. */
export const schemaVersion = 2

/** `_id` is the graph_id. A graph document is written after its figure, which makes the graph visible to readers. */
export interface GraphDoc {
  readonly _id: GraphId
  readonly schema?: number
  readonly accountId: AccountId
  readonly createdAt: Date
  readonly title: string | null
  /** The title as compared by the search. */
  readonly titleFolded: string | null
  /** The trigrams for the search index; missing in the first schema. */
  readonly titleGrams?: readonly string[]
  readonly traceTypes: readonly string[]
  /** Missing if there are none. */
  readonly warnings?: GraphRecord['warnings']
  readonly rendering: RenderingDoc
  /** The claim of the create, which a deletion closes. */
  readonly claimId: string | null
  /** The newest version (1 if missing). Each change of a graph is one conditional update of this document. */
  readonly version?: number
  /** When the newest version was created; missing for the first. */
  readonly updatedAt?: Date
  /** When the graph expires; missing if it does not. */
  readonly expiresAt?: Date
  /** The newest figure, to which later points were appended; missing for the first figure. */
  readonly figure?: FigureRef
  /** Replaced figures of kept versions, newest first. */
  readonly past?: readonly PastFigure[]
}

/** `checked`: whether a failure was reported by a verified render page. Missing if an older release wrote it. */
export interface RenderingDoc extends Rendering {
  readonly checked?: true
}

/** Refers to the figure of a version. */
export interface FigureRef {
  /** The `_id` in `figures`. */
  readonly id: string
  readonly version: number
  readonly createdAt: Date
  /** The claim of the change that made it. */
  readonly claim?: HeldClaim
}

export interface PastFigure extends FigureRef {
  readonly title: string | null
  readonly traceTypes: readonly string[]
  readonly warnings: GraphRecord['warnings']
}

/** A claim that is stored in the same write as the change that was made under it. */
export type HeldClaim = Pick<ClaimDoc, 'bodyHash' | 'expiresAt'> & { readonly id: string }

/**
 * A batch of appends, each of which makes one version. The batch is valid once the graph has reached its last version.
 * Until then, or if another figure took its first version, it is only an attempt.
 */
export interface AppendDoc {
  /** graph_id@first */
  readonly _id: string
  readonly graphId: GraphId
  /** Identifies the writer. */
  readonly writer: string
  readonly first: number
  readonly last: number
  readonly createdAt: Date
  readonly bytes: number
  /** The packed segments, in the order of their versions. */
  readonly segments: readonly {
    readonly body: Uint8Array
    readonly createdAt: Date
    readonly claim?: HeldClaim
  }[]
}

export interface FigureDoc extends PackedFigure {
  /** The graph_id for the first figure of a graph, else `graph_id@name`. */
  readonly _id: string
  /** Missing in the first figure, where `_id` is the graph_id. */
  readonly graphId?: GraphId
  readonly schema?: number
  /** The chunks with the body if it is large; missing in the first schema. */
  readonly chunks?: ChunkSet | null
  /** Recent figures are not treated as orphans, because their graph may not be written yet. */
  readonly writtenAt: Date
}

/** A prefix of many layouts. There is one per default template, and they are never removed. */
export interface LayoutPrefixDoc {
  /** The hash of the text. */
  readonly _id: string
  readonly text: string
}

/** `open`: the graph may be partly written. `removed`: the graph was deleted and must not be written again. */
export interface ClaimDoc {
  readonly _id: string
  readonly bodyHash: string
  readonly graphId: GraphId
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly state: 'open' | 'stored' | 'removed'
  /** The version that was made under it; missing for the first. */
  readonly version?: number
  /** When its graph was deleted. Unset once a sweep has verified that. */
  readonly removedAt?: Date
}

export interface RecordDoc {
  /** collection/id */
  readonly _id: string
  readonly schema?: number
  readonly collection: string
  readonly owner: string | null
  readonly expiresAt: Date | null
  readonly createdAt: Date
  /** Orders records that one process inserted within a millisecond. */
  readonly order: number
  /** The record's fields; in the first schema a JSON text. */
  readonly value: Document | string
}

export const toGraphDoc = (record: GraphRecord, claimId: string | null): GraphDoc => ({
  _id: record.graphId,
  schema: schemaVersion,
  accountId: record.accountId,
  createdAt: record.createdAt,
  title: record.title?.toWellFormed() ?? null,
  ...searchedTitle(record),
  traceTypes: record.traceTypes,
  ...(record.warnings.length > 0 && { warnings: toWarnings(record.warnings) }),
  rendering: toRendering(record.rendering),
  claimId,
  ...(record.version > 1 && { version: record.version }),
  ...(record.updatedAt.getTime() !== record.createdAt.getTime() && { updatedAt: record.updatedAt }),
  ...(record.expiresAt && { expiresAt: record.expiresAt }),
})

/** Replaces lone surrogates, which MongoDB rejects. Shortened texts may contain them. */
export const toWarnings = (warnings: GraphRecord['warnings']) =>
  warnings.map(({ path, message }) => ({ path: path.toWellFormed(), message: message.toWellFormed() }))

export const toRendering = ({ status, error, omitted }: Rendering): RenderingDoc => ({
  status,
  error: error?.toWellFormed() ?? null,
  omitted,
  ...(status === 'failed' && { checked: true }),
})

/** Ignores failures that are not `checked`, so that the figure is rendered again. */
const fromRendering = ({ status, error, omitted, checked }: RenderingDoc): Rendering =>
  status === 'failed' && !checked
    ? { status: 'pending', error: null, omitted: [] }
    : { status, error, omitted }

export const fromGraphDoc = (doc: GraphDoc): GraphRecord => ({
  graphId: doc._id,
  accountId: doc.accountId,
  createdAt: doc.createdAt,
  version: doc.version ?? 1,
  updatedAt: doc.updatedAt ?? doc.createdAt,
  expiresAt: doc.expiresAt ?? null,
  title: doc.title,
  traceTypes: doc.traceTypes,
  warnings: doc.warnings ?? [],
  rendering: fromRendering(doc.rendering),
})

/** The number of an account's graphs. */
export interface TotalsDoc {
  readonly _id: AccountId
  readonly graphs: number
  /** Incremented with each change of `graphs`, so that a recount can detect concurrent changes. */
  readonly changes: number
  /** False until graphs that are older than this document have been counted. */
  readonly counted: boolean
}

/** Facts about the whole database. */
export interface MetaDoc {
  readonly _id: string
  /** In the document `schema`: the oldest schema version of any document. */
  readonly version?: number
  /** In the document of a task that processes a collection in steps: the last id that is done. */
  readonly after?: string
  /** In the document `restore`: the unfinished restore. */
  readonly restore?: RestoreMark
}

export interface Collections {
  readonly graphs: Collection<GraphDoc>
  readonly figures: Collection<FigureDoc>
  readonly appends: Collection<AppendDoc>
  readonly artifacts: Collection<ArtifactDoc>
  readonly imageKeys: Collection<ImageKeyDoc>
  readonly chunks: Collection<ChunkDoc>
  readonly claims: Collection<ClaimDoc>
  readonly records: Collection<RecordDoc>
  readonly layoutPrefixes: Collection<LayoutPrefixDoc>
  readonly totals: Collection<TotalsDoc>
  readonly meta: Collection<MetaDoc>
}
