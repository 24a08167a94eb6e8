/**
 * Searches graphs by title and trace type, in steps of a few milliseconds between which the thread answers other calls. The
 * titles of an account are read in the order of its list, which soon fills a page if many match. If few match among very
 * many, the trigram index finds them (`title-index.ts`), and only the newest graphs, which are not indexed yet, are scanned.
 */

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { searchGrams } from '../../title-grams.ts'
import { type GraphRow, graphColumns } from '../tables/rows.ts'
import type { ListRequest, Place } from './list-query.ts'
import { isNotExpired, listQuery, sortRows } from './list-query.ts'

/** Titles of accounts with more graphs than this are in the search index. */
export const indexedFrom = 20_000

/** How many index entries are read per step. */
export const stepEntries = 20_000
/** With more matches in the index, scanning the list in order is faster. */
const maxMatches = 2000

export interface SearchRequest extends ListRequest {
  /** The folded text; null for any title. */
  readonly title: string | null
  /** Matches graphs with a trace of one of these types; null for any. */
  readonly types: readonly string[] | null
  readonly deadlineMs: number
}

/** Resolves to null if the deadline passes before the page is full. */
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

  /** The page found by the trigram index; null if the index cannot be used. */
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
         AND ${where} AND ${sought.where} AND ${isNotExpired}`,
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

  /** Scans one step of the list. Returns the matches and the position for the next step; null at the end of the list. */
  function step(request: SearchRequest): { rows: readonly GraphRow[]; end: Place | null } {
    const { where, values, order } = listQuery(request)
    const sought = conditionOf(request)
    const entries = `FROM graphs INDEXED BY graphs_by_account WHERE ${where}`
    const end = db
      .prepare(`SELECT created_at AS at, graph_id AS id ${entries} ORDER BY ${order} LIMIT 1 OFFSET ?`)
      .get(...values, stepEntries - 1) as Place | undefined
    const upTo = upToPlace(request, end)
    // Only the rows that match by their titles are read, since the index holds these.
    const rows = db
      .prepare(
        `SELECT ${graphColumns} ${entries} AND ${upTo.where} AND ${sought.where} AND ${isNotExpired}
         ORDER BY ${order} LIMIT ?`,
      )
      .all(...values, ...upTo.values, ...sought.values, request.livingAt, request.limit) as GraphRow[]
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

/** The SQL condition of the entries up to a place and including it, in the order of a request. */
function upToPlace({ before }: SearchRequest, place: Place | undefined) {
  if (!place) return { where: 'TRUE', values: [] }
  const { at, id } = place
  const where = before
    ? 'created_at <= ? AND (created_at < ? OR graph_id >= ?)'
    : 'created_at >= ? AND (created_at > ? OR graph_id <= ?)'
  return { where, values: [at, at, id] }
}

/** The SQL condition of a search. Trace types are stored as a JSON array. */
function conditionOf({ title, types }: SearchRequest) {
  const typed = types?.map(() => 'instr(trace_types, ?) > 0').join(' OR ') || 'FALSE'
  const where = [title !== null && 'instr(title_folded, ?) > 0', types && `(${typed})`].filter(Boolean)
  const values = [...(title === null ? [] : [title]), ...(types ?? []).map(type => JSON.stringify(type))]
  return { where: where.join(' AND ') || 'TRUE', values }
}

const quoted = (gram: string) => `"${gram.replaceAll('"', '""')}"`
