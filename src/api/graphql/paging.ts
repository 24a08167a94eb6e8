/** A page of an account's graphs: cursors name a place in the list, so that pages stay true while graphs come and go. */

import { z } from 'zod'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import { beforeAllGraphIds, parseGraphId } from '../../domain/ids.ts'
import type { ListCursor, ListQuery } from '../../domain/ports.ts'
import { wholeNumber } from './faults.ts'

export const largestPage = 100
const defaultPage = 20

const cursorOf = ({ createdAt, graphId }: ListCursor): string =>
  Buffer.from(`${createdAt.getTime()}:${graphId}`).toString('base64url')

/** The oldest end of the list: everything comes before it. */
const theEnd: ListCursor = { createdAt: new Date(0), graphId: beforeAllGraphIds }

const cursor = z.string().transform((text, context): ListCursor => {
  const [, time, graphId] = /^(\d{1,15}):([\w-]+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const id = parseGraphId(graphId ?? '')
  if (time && id) return { createdAt: new Date(Number(time)), graphId: id }
  context.addIssue({ code: 'custom', message: 'must be a cursor that this list gave' })
  return z.NEVER
})

const count = wholeNumber(0, largestPage)

/** The arguments of a page, checked; `after` and `before` become places. */
export const pageArgs = z
  .object({
    first: count.nullish(),
    after: cursor.nullish(),
    last: count.nullish(),
    before: cursor.nullish(),
    title: z.string().max(200, 'must have at most 200 characters').nullish(),
  })
  .refine(({ first, last }) => typeof first !== 'number' || typeof last !== 'number', {
    path: ['last'],
    message: 'give either first or last',
  })

export type PageArgs = z.infer<typeof pageArgs>

/** Whether the one stands before the other: newest first, and of one moment by graph_id. */
const precedes = (one: ListCursor, other: ListCursor): boolean => {
  const [a, b] = [one.createdAt.getTime(), other.createdAt.getTime()]
  return a === b ? one.graphId < other.graphId : a > b
}

/**
 * Reads one page with one store call, as the Relay specification has it: what lies between `after` and `before`,
 * and of that the first or the last. One item more than asked for tells whether there is more.
 */
export async function readPage(
  { first, after, last, before, title }: PageArgs,
  list: (query: Omit<ListQuery, 'accountId'>) => Promise<readonly GraphRecord[]>,
) {
  const backwards = typeof last === 'number' || (typeof first !== 'number' && Boolean(before && !after))
  const size = first ?? last ?? defaultPage
  const found = await list({
    limit: size + 1,
    title: title ?? undefined,
    ...(backwards ? { before: before ?? theEnd } : { after: after ?? undefined }),
  })
  // The store was told the one end; the other one is met here.
  const between = found.filter(node =>
    backwards ? !after || precedes(after, node) : !before || precedes(node, before),
  )
  const more = between.length > size
  // Newest first either way: going backwards the surplus one is the newest.
  const page = backwards ? between.slice(more ? 1 : 0) : between.slice(0, size)
  const edges = page.map(node => ({ cursor: cursorOf(node), node }))
  return {
    edges,
    pageInfo: {
      hasNextPage: (more && !backwards) || Boolean(before),
      hasPreviousPage: (more && backwards) || Boolean(after),
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
