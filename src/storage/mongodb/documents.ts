/**
 * The documents of each collection. `schema` tells which version wrote one (missing: the first); readers take every
 * version up to this one, writers write this one, and `plotgate store upgrade` rewrites the rest.
 */

import type { Collection, Document } from 'mongodb'
import type { GraphRecord, Rendering } from '../../domain/graph/graph.ts'
import type { AccountId, GraphId } from '../../domain/ids.ts'
import type { RestoreMark } from '../backup/dump.ts'
import type { PackedFigure } from '../figure-codec.ts'
import type { ArtifactDoc, ChunkDoc, ChunkSet, ImageKeyDoc } from './artifact-documents.ts'
import { searchedTitle } from './searched-title.ts'

/** Version 2: records as fields, titles in pieces for the search, large values in chunks. */
export const schemaVersion = 2

/** `_id` is the graph_id here and in figures. Seen by readers only once its figure is there. */
export interface GraphDoc {
  readonly _id: GraphId
  readonly schema?: number
  readonly accountId: AccountId
  readonly createdAt: Date
  readonly title: string | null
  /** What the search compares. */
  readonly titleFolded: string | null
  /** By what the search finds it; missing in the first schema. */
  readonly titleGrams?: readonly string[]
  readonly traceTypes: readonly string[]
  /** Missing where there are none. */
  readonly warnings?: GraphRecord['warnings']
  readonly rendering: RenderingDoc
  /** The claim it was made under: a deletion closes it. */
  readonly claimId: string | null
  /** The newest; missing: 1. Every change of a graph is one update of this document, on condition of what was read. */
  readonly version?: number
  /** When the newest version came to be; missing: as created. */
  readonly updatedAt?: Date
  /** When the graph goes by itself; missing: it stays. */
  readonly expiresAt?: Date
  /** The newest figure, which later points were appended to; missing: that of the creation. */
  readonly figure?: FigureRef
  /** Figures that were replaced and whose versions are kept, the newest first. */
  readonly past?: readonly PastFigure[]
}

/** `checked`: refused on a page that was checked to be ours. Missing in what versions wrote that could not tell. */
export interface RenderingDoc extends Rendering {
  readonly checked?: true
}

/** Where the figure of a version lies. */
export interface FigureRef {
  /** Of the document in `figures`. */
  readonly id: string
  readonly version: number
  readonly createdAt: Date
  /** The claim it was made under. */
  readonly claim?: HeldClaim
}

export interface PastFigure extends FigureRef {
  readonly title: string | null
  readonly traceTypes: readonly string[]
  readonly warnings: GraphRecord['warnings']
}

/** A claim beside the change that was made under it: both are written at once. */
export type HeldClaim = Pick<ClaimDoc, 'bodyHash' | 'expiresAt'> & { readonly id: string }

/**
 * Points that were appended together, a version each. It counts once the graph has reached its last version: until
 * then, and where another figure took its first version, it is an attempt.
 */
export interface AppendDoc {
  /** graph_id@first */
  readonly _id: string
  readonly graphId: GraphId
  /** Whose attempt it is. */
  readonly writer: string
  readonly first: number
  readonly last: number
  readonly createdAt: Date
  readonly bytes: number
  /** Packed, in the order of their versions. */
  readonly segments: readonly {
    readonly body: Uint8Array
    readonly createdAt: Date
    readonly claim?: HeldClaim
  }[]
}

export interface FigureDoc extends PackedFigure {
  /** The graph_id, or with an @ and a name of its own after it where it is not the first figure. */
  readonly _id: string
  /** Missing in the first figure, whose id it is. */
  readonly graphId?: GraphId
  readonly schema?: number
  /** Where `body` is when it is large; missing in the first schema. */
  readonly chunks?: ChunkSet | null
  /** When it was written: one without a graph is an orphan only after a while. */
  readonly writtenAt: Date
}

/** A text that many layouts begin with. Never removed: one for each default template there ever was. */
export interface LayoutPrefixDoc {
  /** Hash of the text. */
  readonly _id: string
  readonly text: string
}

/** `open`: the graph may be half written. `removed`: it was deleted and may not come back. */
export interface ClaimDoc {
  readonly _id: string
  readonly bodyHash: string
  readonly graphId: GraphId
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly state: 'open' | 'stored' | 'removed'
  /** What was made under it; missing: the first version. */
  readonly version?: number
  /** When its graph was deleted, until a sweep has made sure of it. */
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
  /** Tells apart what one process made within a millisecond. */
  readonly order: number
  /** The fields; a JSON object as text in the first schema. */
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

/** A text may be cut in the middle of a character, which this database does not take. */
export const toWarnings = (warnings: GraphRecord['warnings']) =>
  warnings.map(({ path, message }) => ({ path: path.toWellFormed(), message: message.toWellFormed() }))

export const toRendering = ({ status, error, omitted }: Rendering): RenderingDoc => ({
  status,
  error: error?.toWellFormed() ?? null,
  omitted,
  ...(status === 'failed' && { checked: true }),
})

/** A refusal that was not checked is none: the figure is drawn once more. */
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

/** How many graphs an account has. */
export interface TotalsDoc {
  readonly _id: AccountId
  readonly graphs: number
  /** Every change of `graphs`: a recount that met one is not written. */
  readonly changes: number
  /** False until the graphs that were there before this document have been counted. */
  readonly counted: boolean
}

/** What is true of the whole database. */
export interface MetaDoc {
  readonly _id: string
  /** Under `schema`: the oldest schema any document has. */
  readonly version?: number
  /** Under the name of a task that goes through a collection bit by bit: the last id it has done. */
  readonly after?: string
  /** Under `restore`: which one did not come to its end yet. */
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
