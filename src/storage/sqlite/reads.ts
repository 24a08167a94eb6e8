/** All queries, as prepared statements on one connection. Can run in any thread. */

import type { DatabaseSync } from 'node:sqlite'
import type { AccountId, GraphId } from '../../domain/ids.ts'
import { artifactName } from '../artifact-name.ts'
import { isNotExpired, type ListRequest, listQuery, sortRows } from './list-query.ts'
import { type ArtifactRow, type GraphRow, graphColumns, namedGraphRow, type UnfinishedRow } from './rows.ts'
import { createVersionReads } from './version-reads.ts'

export type RecordRow = {
  readonly id: string
  readonly value: string
}

/** The bytes of an artifact, which may be shared with equal images. */
const bytesOf = `CASE WHEN image_id IS NULL THEN artifacts.bytes
  ELSE (SELECT images.bytes FROM images WHERE images.image_id = artifacts.image_id) END`

export type Reads = ReturnType<typeof createReads>

export function createReads(db: DatabaseSync) {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (sql: string) => {
    const found = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, found)
    return found
  }
  const prefixes = new Map<string, string>()

  // Runs for nearly every request.
  const find = db.prepare(`SELECT ${graphColumns} FROM graphs WHERE graph_id = ?`)
  find.setReturnArrays(true)

  return {
    ...createVersionReads(db),

    find(graphId: GraphId): GraphRow | undefined {
      // The types of node:sqlite do not cover rows as arrays.
      const values = find.get(graphId) as readonly unknown[] | undefined
      return values && namedGraphRow(values)
    },

    // Passes the ids as one JSON array, so that one statement handles any number of them.
    findMany: (graphIds: readonly GraphId[]) =>
      statement(`SELECT ${graphColumns} FROM graphs WHERE graph_id IN (SELECT value FROM json_each(?))`).all(
        JSON.stringify(graphIds),
      ) as GraphRow[],

    /** The text of a layout prefix. Throws if the file does not have it. */
    layoutPrefix(prefixId: string): string {
      const known = prefixes.get(prefixId)
      if (known !== undefined) return known
      const row = statement('SELECT text FROM layout_prefixes WHERE prefix_id = ?').get(prefixId)
      if (!row) throw new Error(`the store has lost the layout prefix ${prefixId}`)
      const text = String(row.text)
      prefixes.set(prefixId, text)
      return text
    },

    /** `bytes` is null if they are larger than `maxBytes`. */
    artifact: (graphId: GraphId, version: number, variant: string, maxBytes: number) =>
      statement(
        `SELECT version, created_at, etag, size, drawn_by, omitted,
           CASE WHEN size <= ? THEN ${bytesOf} END AS bytes
         FROM artifacts WHERE seq = (SELECT seq FROM graphs WHERE graph_id = ?) AND variant = ?`,
      ).get(maxBytes, graphId, artifactName(version, variant)) as ArtifactRow | undefined,

    /** The artifact of the newest kept version before that one. */
    olderArtifact: (graphId: GraphId, version: number, variant: string, kept: number) =>
      statement(
        `SELECT artifacts.version AS version, artifacts.created_at AS created_at, etag, size, drawn_by,
           artifacts.omitted AS omitted, ${bytesOf} AS bytes
         FROM artifacts JOIN graphs USING (seq)
         WHERE graph_id = ?1 AND artifacts.version < ?2 AND artifacts.version >= graphs.version - ?4
           AND variant = CASE artifacts.version WHEN 1 THEN ?3 ELSE artifacts.version || ':' || ?3 END
         ORDER BY artifacts.version DESC LIMIT 1`,
      ).get(graphId, version, variant, kept) as ArtifactRow | undefined,

    hasImage: (imageKey: string): boolean =>
      statement('SELECT 1 FROM artifacts WHERE image_key = ? LIMIT 1').get(imageKey) !== undefined,

    /** `bytes` is null if they are larger than `maxBytes`. */
    equalImage: (imageKey: string, maxBytes: number) =>
      statement(
        `SELECT version, created_at, etag, size, drawn_by, CASE WHEN size <= ? THEN ${bytesOf} END AS bytes, omitted
         FROM artifacts WHERE image_key = ? LIMIT 1`,
      ).get(maxBytes, imageKey) as ArtifactRow | undefined,

    list(request: ListRequest): GraphRow[] {
      const { where, values, order } = listQuery(request)
      const rows = statement(
        `SELECT ${graphColumns} FROM graphs WHERE seq IN (
           SELECT seq FROM graphs INDEXED BY graphs_by_account WHERE ${where} AND ${isNotExpired}
           ORDER BY ${order} LIMIT ?)`,
      ).all(...values, request.livingAt, request.limit) as GraphRow[]
      return sortRows(rows)
    },

    count: (accountId: AccountId) =>
      Number(statement('SELECT graphs FROM account_totals WHERE account_id = ?').get(accountId)?.graphs ?? 0),

    expired: (at: number, limit: number) =>
      statement('SELECT graph_id, version FROM graphs WHERE expires_at <= ? ORDER BY expires_at LIMIT ?')
        .all(at, limit)
        .map(row => ({ graphId: row.graph_id as GraphId, version: Number(row.version) })),

    unfinished: (limit: number, upTo: number) =>
      statement(
        `SELECT graph_id, account_id, version, created_at, coalesce(updated_at, created_at) AS updated_at
         FROM graphs INDEXED BY graphs_unfinished
         WHERE status IN ('pending', 'running') AND created_at <= ? ORDER BY created_at DESC LIMIT ?`,
      ).all(upTo, limit) as UnfinishedRow[],

    /** The creation time of the newest evictable artifact beyond `maxBytes`, counting from the newest; null if none is. */
    overflow(maxBytes: number): number | null {
      const row = statement(
        `SELECT max(created_at) AS at FROM (
           SELECT created_at, sum(size) OVER (ORDER BY created_at DESC, artifact_id DESC) AS total
           FROM artifacts WHERE lasting = 0
         ) WHERE total > ?`,
      ).get(maxBytes)
      return row?.at == null ? null : Number(row.at)
    },

    isEmpty: () =>
      statement('SELECT 1 WHERE EXISTS (SELECT * FROM graphs) OR EXISTS (SELECT * FROM records)').get() ===
      undefined,

    record: (collection: string, id: string, now: number) =>
      statement(
        `SELECT id, value FROM records
         WHERE collection = ? AND id = ? AND (expires_at IS NULL OR expires_at > ?)`,
      ).get(collection, id, now) as RecordRow | undefined,

    recordList: (collection: string, owner: string | null, now: number) =>
      statement(
        `SELECT id, value FROM records
         WHERE collection = ? ${owner === null ? '' : 'AND owner = ?'} AND (expires_at IS NULL OR expires_at > ?)
         ORDER BY seq DESC`,
      ).all(...(owner === null ? [collection, now] : [collection, owner, now])) as RecordRow[],
  }
}
