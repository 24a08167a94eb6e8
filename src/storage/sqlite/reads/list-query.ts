/** SQL fragments for a page of an account's graphs. */

import type { AccountId } from '../../../domain/ids.ts'
import type { GraphRow } from '../tables/rows.ts'

/** A cursor in the list; `at` is in milliseconds. */
export interface Place {
  readonly at: number
  readonly id: string
}

/** `before` and `after` are exclusive. The title is folded. */
export interface ListRequest {
  readonly accountId: AccountId
  readonly limit: number
  readonly after: Place | null
  readonly before: Place | null
  /** In milliseconds: leaves out graphs that have expired by then. Null for all graphs. */
  readonly livingAt: number | null
}

/** With `before` the order is reversed, so that a limit takes the nearest graphs. */
export function listQuery({ accountId, after, before }: ListRequest) {
  const where = ['account_id = ?']
  const values: (string | number)[] = [accountId]
  // The first condition of each pair lets the index seek to the cursor; the second is exact.
  if (after) {
    where.push('created_at <= ? AND (created_at < ? OR graph_id > ?)')
    values.push(after.at, after.at, after.id)
  }
  if (before) {
    where.push('created_at >= ? AND (created_at > ? OR graph_id < ?)')
    values.push(before.at, before.at, before.id)
  }
  const order = before ? 'created_at ASC, graph_id DESC' : 'created_at DESC, graph_id ASC'
  return { where: where.join(' AND '), values, order }
}

/** Whether a row's graph has not expired at a time, which is bound as one parameter. Null matches all graphs. */
export const isNotExpired = '(expires_at IS NULL OR expires_at > ifnull(?, 0))'

/** Newest first, then by id. */
export const sortRows = (rows: readonly GraphRow[]): GraphRow[] =>
  rows.toSorted((a, b) => b.created_at - a.created_at || (a.graph_id < b.graph_id ? -1 : 1))
