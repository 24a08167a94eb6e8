/**
 * The search for titles that contain a text, and for graphs of some types, in steps of a few milliseconds between
 * which the thread answers others. An account's titles are read in the order of its list, which fills a page soon
 * where many match. Where few do among very many, the index of title pieces names them (`title-index.ts`), and the
 * newest graphs, which are not in it yet, are read through.
 */

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { searchGrams } from '../title-grams.ts'
import type { ListRequest, Place } from './list-query.ts'
import { isLiving, listQuery, sortRows } from './list-query.ts'
import { type GraphRow, graphColumns } from './rows.ts'

/** Index entries read in a step. */
const stepEntries = 20_000
/** Matches of the index beyond this number are so many that reading in order is faster. */
const maxMatches = 2000

export interface SearchRequest extends ListRequest {
  /** Folded; null for any. */
  readonly title: string | null
  /** Of which a trace has one; null for any. */
  readonly types: readonly string[] | null
  readonly deadlineMs: number
}

/** Null when the deadline passed before the page was full. */
export type Search = (request: SearchRequest) => Promise<readonly GraphRow[] | null>

export function createSearch(db: DatabaseSync, now: () => number = () => performance.now()): Search {
  const indexed = db.prepare(
    `SELECT titles_to, (SELECT max(seq) FROM graphs) - titles_to AS behind
     FROM account_totals WHERE account_id = ? AND titles_to > 0`,
  )
  const matches = db.prepare('SELECT rowid AS seq FROM graph_titles WHERE graph_titles MATCH ? LIMIT ?')
  const newer = db.prepare(
    `SELECT seq FROM graphs NOT INDEXED WHERE account_id = ? AND seq > ? AND instr(title_folded, ?) > 0 LIMIT ?`,
  )

  /** The page by the index of title pieces; null where that is no help. */
  function byPieces(request: SearchRequest): readonly GraphRow[] | null {
    const { accountId, title } = request
    const grams = title === null ? [] : searchGrams(title)
    if (title === null || grams.length === 0) return null
    const index = indexed.get(accountId)
    if (!index || Number(index.behind) > stepEntries) return null
    const found = [
      ...matches.all(grams.map(quoted).join(' AND '), maxMatches + 1),
      ...newer.all(accountId, index.titles_to ?? null, title, maxMatches + 1),
    ]
    if (found.length > maxMatches) return null
    const { where, values } = listQuery(request)
    const sought = conditionOf(request)
    const rows = db
      .prepare(
        `SELECT ${graphColumns} FROM graphs NOT INDEXED WHERE seq IN (SELECT value FROM json_each(?))
         AND ${where} AND ${sought.where} AND ${isLiving}`,
      )
      .all(
        JSON.stringify(found.map(row => row.seq)),
        ...values,
        ...sought.values,
        request.livingAt,
      ) as GraphRow[]
    const sorted = sortRows(rows)
    return request.before ? sorted.slice(-request.limit) : sorted.slice(0, request.limit)
  }

  /** One step along the list: what matches in it, and where it ended; null at the end of the list. */
  function step(request: SearchRequest): { rows: readonly GraphRow[]; end: Place | null } {
    const { where, values, order } = listQuery(request)
    const sought = conditionOf(request)
    const entries = `FROM graphs INDEXED BY graphs_by_account WHERE ${where} ORDER BY ${order}`
    const end = db
      .prepare(`SELECT created_at AS at, graph_id AS id ${entries} LIMIT 1 OFFSET ?`)
      .get(...values, stepEntries - 1) as Place | undefined
    const rows = db
      .prepare(
        `SELECT ${graphColumns} FROM graphs WHERE seq IN (
           SELECT seq FROM (SELECT seq, created_at, graph_id, ${sought.columns} ${entries} LIMIT ?) AS entry
           WHERE ${sought.where}
             AND (SELECT ${isLiving} FROM graphs WHERE graphs.seq = entry.seq)
           ORDER BY ${order} LIMIT ?)`,
      )
      .all(...values, stepEntries, ...sought.values, request.livingAt, request.limit) as GraphRow[]
    return { rows, end: end ?? null }
  }

  return async request => {
    const until = now() + request.deadlineMs
    const byIndex = byPieces(request)
    if (byIndex) return byIndex
    const found: GraphRow[] = []
    let rest = request
    for (;;) {
      const { rows, end } = step({ ...rest, limit: request.limit - found.length })
      found.push(...rows)
      if (found.length >= request.limit || end === null) return sortRows(found)
      if (now() > until) return null
      rest = request.before ? { ...rest, before: end } : { ...rest, after: end }
      await nextTurn()
    }
  }
}

/** What is sought, as a part of a statement. Types are kept as a list of JSON. */
function conditionOf({ title, types }: SearchRequest) {
  const typed = types?.map(() => 'instr(trace_types, ?) > 0').join(' OR ') || 'FALSE'
  const where = [title !== null && 'instr(title_folded, ?) > 0', types && `(${typed})`].filter(Boolean)
  const values = [...(title === null ? [] : [title]), ...(types ?? []).map(type => JSON.stringify(type))]
  // The index has the titles: without types the graphs themselves need not be read.
  const columns = types ? 'title_folded, trace_types' : 'title_folded'
  return { where: where.join(' AND ') || 'TRUE', values, columns }
}

const quoted = (gram: string) => `"${gram.replaceAll('"', '""')}"`
