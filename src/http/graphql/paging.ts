/** A page of an account's graphs: cursors name a place in the list, so that pages stay true while graphs come and go. */

import { z } from 'zod'
import type { GraphRecord } from '../../domain/graph.ts'
import type { ListCursor, ListQuery } from '../../domain/ports.ts'

export const largestPage = 100
const defaultPage = 20

export const cursorOf = ({ createdAt, graphId }: ListCursor): string =>
  Buffer.from(`${createdAt.getTime()}:${graphId}`).toString('base64url')

/** The oldest end of the list: everything comes before it. */
const theEnd: ListCursor = { createdAt: new Date(0), graphId: '' }

const cursor = z.string().transform((text, context): ListCursor => {
  const [, time, graphId] = /^(\d{1,15}):([\w-]+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (time && graphId) return { createdAt: new Date(Number(time)), graphId }
  context.addIssue({ code: 'custom', message: 'must be a cursor that this list gave' })
  return z.NEVER
})

const count = z.int().min(1).max(largestPage)

/** The arguments of a page, checked; `after` and `before` become places. */
export const pageArgs = z
  .object({
    first: count.nullish(),
    after: cursor.nullish(),
    last: count.nullish(),
    before: cursor.nullish(),
    title: z.string().max(200).nullish(),
  })
  .superRefine(({ first, after, last, before }, context) => {
    const clash = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (first && last) clash('last', 'give either first or last')
    if (after && before) clash('before', 'give either after or before')
    if (last && after) clash('after', 'goes with first; with last give before')
    if (first && before) clash('before', 'goes with last; with first give after')
  })

export type PageArgs = z.infer<typeof pageArgs>

/** Reads one page with one store call: one item more than asked for tells whether there is more. */
export async function readPage(
  { first, after, last, before, title }: PageArgs,
  list: (query: Omit<ListQuery, 'accountId'>) => Promise<readonly GraphRecord[]>,
) {
  const backwards = Boolean(last || before)
  const size = (backwards ? last : first) ?? defaultPage
  const found = await list({
    limit: size + 1,
    title: title ?? undefined,
    ...(backwards ? { before: before ?? theEnd } : { after: after ?? undefined }),
  })
  const more = found.length > size
  // Newest first either way: going backwards the surplus one is the newest.
  const page = backwards ? found.slice(-size) : found.slice(0, size)
  const edges = page.map(node => ({ cursor: cursorOf(node), node }))
  return {
    edges,
    pageInfo: {
      hasNextPage: backwards ? Boolean(before) : more,
      hasPreviousPage: backwards ? more : Boolean(after),
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
