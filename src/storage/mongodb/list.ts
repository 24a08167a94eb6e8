/**
 * Pages of an account's graphs. Two indexes give them in order: one of the account's graphs, and one of each piece of
 * three characters in their titles, so that a search reads only graphs with the rarest of its pieces.
 */

import type { Document, Filter } from 'mongodb'
import type { ListCursor, ListQuery } from '../../domain/ports.ts'
import { foldCase } from '../fold.ts'
import { searchTooSlow } from '../search-deadline.ts'
import { searchGrams } from '../title-grams.ts'
import type { Collections, GraphDoc } from './documents.ts'
import { isTimeout } from './errors.ts'

/** A text longer than any stored folded title can be is in none of them. */
const maxSearch = 4000

/** `upgraded`: every title is in pieces; one that an earlier version wrote is not, and would not be found by them. */
export interface ListOptions {
  readonly upgraded: boolean
  readonly deadlineMs: number
}

export async function listGraphs(
  { graphs }: Collections,
  query: ListQuery,
  { upgraded, deadlineMs }: ListOptions,
): Promise<readonly GraphDoc[]> {
  const title = query.title ? foldCase(query.title) : null
  if (title !== null && title.length > maxSearch) return []
  const back = query.before !== undefined
  try {
    const docs = await graphs
      .find(listFilter(query, title, upgraded), { maxTimeMS: deadlineMs })
      .sort([
        ['createdAt', back ? 1 : -1],
        ['_id', back ? -1 : 1],
      ])
      .limit(query.limit)
      .toArray()
    // Going back finds the nearest first; the answer is newest first either way.
    return back ? docs.reverse() : docs
  } catch (error) {
    if ((title !== null || query.types) && isTimeout(error)) throw searchTooSlow()
    throw error
  }
}

function listFilter(
  { accountId, after, before, types, livingAt }: ListQuery,
  title: string | null,
  upgraded: boolean,
) {
  const grams = title === null || !upgraded ? [] : searchGrams(title)
  const createdAt = { ...(after && { $lte: after.createdAt }), ...(before && { $gte: before.createdAt }) }
  const places = [...(after ? [olderThan(after)] : []), ...(before ? [newerThan(before)] : [])]
  const filter: Filter<GraphDoc> & Document = {
    accountId,
    ...(grams.length > 0 && { titleGrams: { $all: [...grams] } }),
    // The bound lets the index jump to the place; what follows is exact among equal times.
    ...(places.length > 0 && { createdAt, $and: places }),
    ...(livingAt && { expiresAt: { $not: { $lte: livingAt } } }),
    ...(types && { traceTypes: { $in: [...types] } }),
    ...(title !== null && { titleFolded: { $regex: literally(title) } }),
  }
  return filter
}

const olderThan = ({ createdAt, graphId }: ListCursor): Filter<GraphDoc> => ({
  $or: [{ createdAt: { $lt: createdAt } }, { _id: { $gt: graphId } }],
})

const newerThan = ({ createdAt, graphId }: ListCursor): Filter<GraphDoc> => ({
  $or: [{ createdAt: { $gt: createdAt } }, { _id: { $lt: graphId } }],
})

/** A regular expression for exactly this text. A NUL byte would end it early. */
const literally = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\u0000', '\\x00')
