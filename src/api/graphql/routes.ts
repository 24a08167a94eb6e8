/** `/graphql` over HTTP: requests, answers and the errors of the transport (contract, "GraphQL"). */

import { Readable } from 'node:stream'
import type { HeadersLike } from '@whatwg-node/server'
import { largeText } from '../../domain/figure/text.ts'
import { type AppError, invalidJson, invalidQuery, notAcceptable } from '../../errors/errors.ts'
import type { Context, Middleware } from '../../http/context.ts'
import type { RouteDeps } from '../../http/deps.ts'
import { type BodyLimit, figureLimit, readJsonBytes } from '../../http/middleware/body.ts'
import { ClientGone, setErrorHeaders, toAppError } from '../../http/middleware/errors.ts'
import { createRouter } from '../../http/router.ts'
import { createContext, type Context as GraphQLContext } from './context.ts'
import { createDocuments } from './documents.ts'
import { toGraphQLError } from './errors.ts'
import { createFastPath } from './fast-path.ts'
import { rememberFigures } from './figure-memory.ts'
import { createGraphWatch } from './graph-watch.ts'
import { fillPlaces, writeJson } from './json.ts'
import { checkTogether } from './limits.ts'
import { createRenderingWatch } from './rendering-watch.ts'
import { operationsFrom } from './request.ts'
import { createYogaServer } from './yoga.ts'

/** The maximum size of bodies of callers without a valid key. */
const maxAnonymousBytes = 256 * 1024

export function graphqlRoutes(deps: RouteDeps): Middleware {
  const { bodies, config, graphs, images, keys, limits, log } = deps
  const documents = createDocuments({ introspection: config.graphqlIntrospection ?? true })
  const yoga = createYogaServer(documents)
  const fastPath = createFastPath(documents)
  const shared = {
    watch: createRenderingWatch({ graphs, images, closing: deps.closing }),
    follow: createGraphWatch(deps),
    readFigures: rememberFigures(refs => graphs.figures(refs)),
  }

  async function run(ctx: Context, operations: unknown): Promise<void> {
    const known = await isKnown(ctx)
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
        answer(ctx, fillPlaces(written, contextOf().answer.texts))
        return
      }
    }
    const response = await yoga.handleRequest(
      {
        method: ctx.method === 'HEAD' ? 'GET' : ctx.method,
        url: `${config.baseUrl}/graphql`,
        headers: headersOf(ctx),
        // The parts of a request that yoga reads. A complete Request would cost more than the query.
      } as unknown as Request,
      // Inherits the context, because yoga copies own properties one by one.
      Object.assign(Object.create(contextOf()), { operations }),
    )
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
      answer(ctx, fillPlaces(await response.text(), contextOf().answer.texts))
    }
  }

  const answering =
    (operations: (ctx: Context) => Promise<unknown> | unknown) =>
    async (ctx: Context): Promise<void> => {
      ctx.res.setHeader('Cache-Control', 'no-store')
      ctx.res.setHeader('Vary', 'Accept')
      try {
        // Each operation counts towards the rate limit. The first is counted before anything is read.
        await limits.read(ctx)
        // Checked first, because a mutation must not run if its answer cannot be sent.
        if (!ctx.accepts(...answerTypes)) throw notAcceptable(answerTypes)
        const asked = await operations(ctx)
        for (const [index, operation] of ([asked].flat() as Operation[]).entries()) {
          checkOperation(operation)
          if (index > 0) await limits.read(ctx)
        }
        await run(ctx, asked)
      } catch (thrown) {
        if (thrown instanceof ClientGone) throw thrown
        refuse(ctx, toAppError(thrown, ctx, log))
      }
    }

  const isKnown = async ({ req: { headers } }: Context): Promise<boolean> =>
    headers.authorization !== undefined &&
    keys.authenticate(headers.authorization).then(
      () => true,
      () => false,
    )

  /** Callers without a valid key can only send queries, which are small. */
  async function bodyLimit(ctx: Context): Promise<BodyLimit> {
    const usual = figureLimit(config)
    if (usual.bytes <= maxAnonymousBytes || (await isKnown(ctx))) return usual
    const remedy = `send a valid API key as "Authorization: Bearer <API_KEY>", with which it may have ${usual.bytes}`
    return { bytes: maxAnonymousBytes, remedy }
  }

  /** Answers an error of the transport with its status and a GraphQL body. */
  function refuse(ctx: Context, error: AppError): void {
    setErrorHeaders(ctx, error)
    ctx.status = error.status
    ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
    ctx.body = writeJson({ errors: [toGraphQLError(error)] })
  }

  return createRouter([
    { method: 'GET', path: '/graphql', handle: answering(ctx => fromQuery(ctx.URL.searchParams)) },
    {
      method: 'POST',
      path: '/graphql',
      handle: answering(async ctx => {
        const body = await readJsonBytes(ctx, await bodyLimit(ctx), config.bodyIdleMs)
        return operationsFrom(body, await bodies.readJsonTree(body))
      }),
    },
  ])
}

/** Sends large answers in pieces, so that megabytes are not copied again. */
function answer(ctx: Context, pieces: readonly (string | Buffer)[]): void {
  if (pieces.length === 1) {
    ctx.body = pieces[0]
    return
  }
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  if (length <= largeText) {
    ctx.body = pieces.join('')
    return
  }
  ctx.body = Readable.from(pieces, { objectMode: false })
  ctx.length = length
}

// With the charset, because clients may include it in Accept.
const answerTypes = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'text/event-stream',
]

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

interface Operation {
  readonly query?: unknown
  readonly extensions?: { readonly persistedQuery?: unknown } | null
}

/** Refuses a request without a query. Yoga checks everything else. */
function checkOperation({ query, extensions }: Operation): void {
  if (query === undefined && !extensions?.persistedQuery) throw invalidQuery('"query" is missing')
}

/** Reads an operation from the URL, for EventSource and caches. GET requests may only read. */
function fromQuery(search: URLSearchParams): unknown {
  const json = (name: string) => {
    const text = search.get(name)
    return text === null ? undefined : parseJson(name, text)
  }
  return {
    query: search.get('query') ?? undefined,
    operationName: search.get('operationName') ?? undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  }
}

function parseJson(place: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidJson(`${place} is not JSON: ${(error as Error).message}`)
  }
}
