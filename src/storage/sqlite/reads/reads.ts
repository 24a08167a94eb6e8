/** All queries, as prepared statements on one connection. Can run in any thread. */

import type { DatabaseSync } from 'node:sqlite'
import type { AccountId, GraphId } from '../../../domain/ids.ts'
import { type GraphRow, graphColumns, namedGraphRow, type UnfinishedRow } from '../tables/rows.ts'
import { createArtifactReads } from './artifact-reads.ts'
import { isNotExpired, type ListRequest, listQuery, sortRows } from './list-query.ts'
import { createRecordReads } from './record-reads.ts'
import { indexedFrom } from './search.ts'
import { createStatements } from './statements.ts'
import { createVersionReads } from './version-reads.ts'

export type Reads = ReturnType<typeof createReads>

export function createReads(db: DatabaseSync) {
  const statement = createStatements(db)
  const prefixes = new Map<string, string>()

  // Runs for nearly every request.
  const find = db.prepare(`SELECT ${graphColumns} FROM graphs WHERE graph_id = ?`)
  find.setReturnArrays(true)

  return {
    ...createVersionReads(db),
    ...createArtifactReads(statement),
    ...createRecordReads(statement),

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

    countExpired: (accountId: AccountId, at: number) =>
      Number(
        statement(
          'SELECT count(*) AS graphs FROM graphs INDEXED BY graphs_by_expiry WHERE expires_at <= ? AND account_id = ?',
        ).get(at, accountId)?.graphs,
      ),

    /** Whether an account is large and more than so many of the newest graphs are not in the search index yet. */
    areTitlesBehind: (accountId: AccountId, graphs: number): boolean =>
      statement(
        `SELECT 1 FROM account_totals WHERE account_id = ? AND graphs > ${indexedFrom}
           AND titles_to + ? < (SELECT max(seq) FROM graphs)`,
      ).get(accountId, graphs) !== undefined,

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

    isEmpty: () =>
      statement('SELECT 1 WHERE EXISTS (SELECT * FROM graphs) OR EXISTS (SELECT * FROM records)').get() ===
      undefined,
  }
}
