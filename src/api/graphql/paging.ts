/** Pages of an account's graphs. Cursors are positions, so that paging stays correct while graphs are added and removed. */

import { z } from 'zod'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import { listEnd } from '../../domain/graph/list-end.ts'
import { parseGraphId } from '../../domain/ids.ts'
import type { ListCursor, ListQuery } from '../../domain/ports.ts'
import { wholeNumber } from './faults.ts'

export const largestPage = 100
const defaultPage = 20

const cursorOf = ({ createdAt, graphId }: ListCursor): string =>
  Buffer.from(`${createdAt.getTime()}:${graphId}`).toString('base64url')

const cursor = z.string().transform((text, context): ListCursor => {
  const [, time, graphId] = /^(\d{1,15}):([\w-]+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const id = parseGraphId(graphId ?? '')
  if (time && id) return { createdAt: new Date(Number(time)), graphId: id }
  context.addIssue({ code: 'custom', message: 'must be a cursor that this list gave' })
  return z.NEVER
})

const count = wholeNumber(0, largestPage)

/** The arguments of a page. `after` and `before` are decoded to cursors. */
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

/** Whether one cursor comes before the other: newest first, then by graph_id. */
const precedes = (one: ListCursor, other: ListCursor): boolean => {
  const [a, b] = [one.createdAt.getTime(), other.createdAt.getTime()]
  return a === b ? one.graphId < other.graphId : a > b
}

/**
 * Reads a page with one store call, as defined by the Relay specification: the first or the last graphs between `after` and
 * `before`. One additional graph is read to find out whether there are more.
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
    ...(backwards ? { before: before ?? listEnd } : { after: after ?? undefined }),
  })
  // The store query is limited at one end; the other end is applied here.
  const between = found.filter(node =>
    backwards ? !after || precedes(after, node) : !before || precedes(node, before),
  )
  const more = between.length > size
  // The order is always newest first, so when paging backwards the additional graph is the first one.
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
