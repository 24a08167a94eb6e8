/** Executes the operations of a request and answers with their results: on the fast path, or with yoga. */

import { Readable } from 'node:stream'
import type { HeadersLike } from '@whatwg-node/server'
import { notAcceptable } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { sendPieces } from '../../http/representations/pieces.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import { createContext, type Context as GraphQLContext } from './context.ts'
import { createDocuments } from './documents.ts'
import { createFastPath } from './fast-path.ts'
import { rememberFigures } from './figure-memory.ts'
import { createGraphWatch } from './graph-watch.ts'
import { fillPlaceholders } from './json.ts'
import { checkTogether } from './limits.ts'
import { createRenderingWatch } from './rendering-watch.ts'
import { createYogaServer } from './yoga.ts'

/** `known`: whether the caller has a valid key. */
export type Execute = (ctx: Context, operations: unknown, known: boolean) => Promise<void>

export function createExecution(deps: RouteDeps): Execute {
  const { config, graphs, images } = deps
  const documents = createDocuments({ introspection: config.graphqlIntrospection ?? true })
  const yoga = createYogaServer(documents)
  const fastPath = createFastPath(documents)
  const shared = {
    watch: createRenderingWatch({ graphs, images, closing: deps.closing }),
    follow: createGraphWatch(deps),
    readFigures: rememberFigures(refs => graphs.figures(refs)),
  }

  return async (ctx, operations, known) => {
    if (Array.isArray(operations) && !known) checkTogether(operations.map(({ query }) => String(query ?? '')))
    let context: GraphQLContext | undefined
    const contextOf = () => {
      context ??= createContext(deps, shared, ctx, known)
      return context
    }
    if (ctx.method === 'POST' && takesJson(ctx)) {
      const written = await fastPath(operations, contextOf)
      if (written !== null) {
        ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
        sendPieces(ctx, fillPlaceholders(written, contextOf().answer.texts))
        return
      }
    }
    // Inherits the context, because yoga copies own properties one by one.
    const inherited = Object.assign(Object.create(contextOf()), { operations })
    const response = await yoga.handleRequest(requestOf(ctx, config.baseUrl), inherited)
    await pass(ctx, response, contextOf().answer.texts)
  }
}

const requestOf = (ctx: Context, baseUrl: string): Request =>
  ({
    method: ctx.method === 'HEAD' ? 'GET' : ctx.method,
    url: `${baseUrl}/graphql`,
    headers: headersOf(ctx),
    // The parts of a request that yoga reads. A complete Request would cost more than the query.
  }) as unknown as Request

/** Answers with the response of yoga. */
async function pass(
  ctx: Context,
  response: Response,
  texts: Parameters<typeof fillPlaceholders>[1],
): Promise<void> {
  // A subscription by a caller that does not accept event streams.
  if (response.status === 406) throw notAcceptable(['text/event-stream'])
  ctx.status = response.status
  for (const [name, value] of response.headers) {
    if (name !== 'connection') ctx.res.setHeader(name, value)
  }
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream') && response.body) {
    // The body is iterable, which the types of yoga's fetch do not declare.
    ctx.body = Readable.from(response.body as unknown as AsyncIterable<Uint8Array>)
  } else {
    sendPieces(ctx, fillPlaceholders(await response.text(), texts))
  }
}

/** Whether the caller accepts plain JSON, which is the default. */
function takesJson({ req: { headers } }: Context): boolean {
  const { accept } = headers
  return accept === undefined || accept === '*/*' || accept === 'application/json'
}

/** The request headers that are passed to yoga. */
const headersOf = ({ req: { headers } }: Context): HeadersLike => ({
  get: name => (name === 'accept' ? (headers.accept ?? null) : null),
  has: name => name === 'accept' && headers.accept !== undefined,
  set: () => {},
  [Symbol.iterator]: () => [][Symbol.iterator](),
})
