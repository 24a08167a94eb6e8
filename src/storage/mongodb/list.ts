/**
 * Pages of an account's graphs. Two indexes return them in order: one by account, and one by account and title trigram,
 * so that a search reads only graphs that have the rarest of its trigrams.
 */

import type { Document, Filter } from 'mongodb'
import type { ListCursor, ListQuery } from '../../domain/ports.ts'
import { foldCase } from '../case-folding.ts'
import { searchTooSlow } from '../search-deadline.ts'
import { searchGrams } from '../title-grams.ts'
import { isTimeout } from './connection/errors.ts'
import type { Collections, GraphDoc } from './documents/documents.ts'

/** No stored folded title is longer, so longer texts match nothing. */
const maxSearch = 4000

/** `upgraded`: all documents have trigrams. Those written by earlier releases do not, and trigrams would miss them. */
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
    // When going back the nearest graph is found first, but answers always have the newest first.
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
    // The first condition lets the index seek to the cursor; the second is exact for equal times.
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

/** A regular expression that matches exactly this text. A NUL byte would end it early. */
const literally = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\u0000', '\\x00')
