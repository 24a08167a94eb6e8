/** Rows of the tables as passed between threads: plain values that can be cloned. */

import type { Artifact, GraphRecord, Rendering } from '../../../domain/graph/graph.ts'
import type { AccountId, GraphId } from '../../../domain/ids.ts'
import type { ChangedGraph, IdempotencyClaim } from '../../../domain/ports.ts'
import type { PackedFigure } from '../../figure-codec.ts'
import type { TrimmedFigure } from '../../layout-prefix.ts'

// Type aliases instead of interfaces, because the types of node:sqlite require an index signature.
export type GraphRow = {
  graph_id: GraphId
  account_id: AccountId
  created_at: number
  title: string | null
  trace_types: string
  /** Null if there are none. */
  warnings: string | null
  status: string
  error: string | null
  omitted: string
  version: number
  updated_at: number | null
  expires_at: number | null
}

/** The row of a changed graph. */
export type ChangedRow = GraphRow & {
  /** The graph expires as before, whatever `expires_at` is. */
  readonly keeps_expiry: boolean
}

export type UnfinishedRow = Pick<GraphRow, 'graph_id' | 'account_id' | 'version' | 'created_at'> & {
  updated_at: number
}

export type FigureRow = {
  encoding: string
  layout_prefix: string | null
  data_bytes: number
  layout_bytes: number
  frames_bytes: number | null
  /** Null if it is so large that another thread must read it. */
  body: Uint8Array | null
}

export type ArtifactRow = {
  version: number
  created_at: number
  etag: string
  size: number
  drawn_by: string | null
  /** A JSON array; null if it was not recorded. */
  omitted: string | null
  /** Null if it is so large that another thread must read it. */
  bytes: Uint8Array | null
}

/** A figure's row, and what was appended to it up to the requested version. */
export type FigureRows = {
  /** The version of the figure's row. */
  readonly base: number
  readonly figure: FigureRow
  /** The packed segments in order; null if they are so large that another thread must read them. */
  readonly appends: readonly Uint8Array[] | null
}

export const graphColumns =
  'graph_id, account_id, created_at, title, trace_types, warnings, status, error, omitted, ' +
  'graphs.version AS version, updated_at, expires_at'

/** Names the values of a row returned as an array, which takes half the time of a row returned as an object. */
export const namedGraphRow = (values: readonly unknown[]): GraphRow =>
  // The types are those of the columns in the schema.
  ({
    graph_id: values[0],
    account_id: values[1],
    created_at: values[2],
    title: values[3],
    trace_types: values[4],
    warnings: values[5],
    status: values[6],
    error: values[7],
    omitted: values[8],
    version: values[9],
    updated_at: values[10],
    expires_at: values[11],
  }) as GraphRow

/** The value of the column `warnings`. */
export const warningsText = (warnings: GraphRecord['warnings']): string | null =>
  warnings.length === 0 ? null : JSON.stringify(warnings)

export const toGraphRow = (record: ChangedGraph): GraphRow => ({
  graph_id: record.graphId,
  account_id: record.accountId,
  created_at: record.createdAt.getTime(),
  title: record.title?.toWellFormed() ?? null,
  trace_types: JSON.stringify(record.traceTypes),
  warnings: warningsText(record.warnings),
  ...toRenderingRow(record.rendering),
  version: record.version,
  updated_at: record.updatedAt.getTime(),
  expires_at: record.expiresAt?.getTime() ?? null,
})

export const toRenderingRow = ({ status, error, omitted }: Rendering) => ({
  status,
  error: error?.toWellFormed() ?? null,
  omitted: JSON.stringify(omitted),
})

export const fromGraphRow = (row: GraphRow): GraphRecord => ({
  graphId: row.graph_id,
  accountId: row.account_id,
  createdAt: new Date(row.created_at),
  version: row.version,
  updatedAt: new Date(row.updated_at ?? row.created_at),
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  title: row.title,
  traceTypes: JSON.parse(row.trace_types),
  warnings: row.warnings === null ? [] : JSON.parse(row.warnings),
  rendering: {
    status: row.status as Rendering['status'],
    error: row.error,
    omitted: row.omitted === '[]' ? [] : JSON.parse(row.omitted),
  },
})

export const toPacked = (row: FigureRow & { body: Uint8Array }): PackedFigure => ({
  encoding: row.encoding as PackedFigure['encoding'],
  layoutPrefix: row.layout_prefix,
  dataBytes: row.data_bytes,
  layoutBytes: row.layout_bytes,
  framesBytes: row.frames_bytes,
  body: row.body,
})

/** The columns of `packedValues`, except for the last one, `body`. */
export const packedColumns = 'encoding, layout_prefix, data_bytes, layout_bytes, frames_bytes'

export const packedValues = (figure: PackedFigure) =>
  [
    figure.encoding,
    figure.layoutPrefix,
    figure.dataBytes,
    figure.layoutBytes,
    figure.framesBytes,
    figure.body,
  ] as const

export const fromArtifactRow = (row: ArtifactRow & { bytes: Uint8Array }): Artifact => ({
  bytes: row.bytes,
  etag: row.etag,
  createdAt: new Date(row.created_at),
  drawnBy: row.drawn_by ?? undefined,
  omitted: fromOmitted(row.omitted),
})

export const fromOmitted = (json: string | null): readonly string[] | undefined =>
  json === null ? undefined : JSON.parse(json)

/** A figure with the name of its version. */
export type NamedFigure = readonly [name: string, figure: TrimmedFigure]

/** A claim whose expiry is in milliseconds. */
export type ClaimRow = Omit<IdempotencyClaim, 'expiresAt'> & { readonly expiresAt: number }
