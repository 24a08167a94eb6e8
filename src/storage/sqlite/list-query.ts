/** A page of an account's graphs as parts of a statement. */

import type { AccountId } from '../../domain/ids.ts'
import type { GraphRow } from './rows.ts'

/** A place in the list; `at` in milliseconds. */
export interface Place {
  readonly at: number
  readonly id: string
}

/** `before` and `after` are exclusive; the title folded. */
export interface ListRequest {
  readonly accountId: AccountId
  readonly limit: number
  readonly after: Place | null
  readonly before: Place | null
  /** In milliseconds: without those that expire until then; null: all. */
  readonly livingAt: number | null
}

/** Going back the order is turned, so that a limit takes the nearest ones. */
export function listQuery({ accountId, after, before }: ListRequest) {
  const where = ['account_id = ?']
  const values: (string | number)[] = [accountId]
  // The first half of each pair lets the index jump to the place, the second half is exact.
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

/** Whether the graph of a row lives at a moment, which is bound once; null is before all time. */
export const isLiving = '(expires_at IS NULL OR expires_at > ifnull(?, 0))'

/** Newest first, then by id. */
export const sortRows = (rows: readonly GraphRow[]): GraphRow[] =>
  rows.toSorted((a, b) => b.created_at - a.created_at || (a.graph_id < b.graph_id ? -1 : 1))
