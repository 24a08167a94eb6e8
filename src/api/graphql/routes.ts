/** `/graphql` over HTTP: requests, answers and the errors of the transport (contract, "GraphQL"). */

import { type AppError, invalidQuery, notAcceptable } from '../../errors/errors.ts'
import type { BodyLimit } from '../../http/body/collect.ts'
import { figureLimit, readJsonBytes } from '../../http/body/read-body.ts'
import type { Context, Middleware } from '../../http/context.ts'
import { ClientGone } from '../../http/disconnect.ts'
import { setErrorHeaders, toAppError } from '../../http/middleware/errors.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import { createRouter } from '../../http/routing/router.ts'
import { requireSingle } from '../../http/single-header.ts'
import { toGraphQLError } from './errors.ts'
import { createExecution } from './execution.ts'
import { writeJson } from './json.ts'
import { operationInUrl } from './operation-in-url.ts'
import { operationsFrom } from './request.ts'

/** The maximum size of bodies of callers without a valid key. */
const maxAnonymousBytes = 256 * 1024

export function graphqlRoutes(deps: RouteDeps): Middleware {
  const { bodies, config, keys, limits, log } = deps
  const execute = createExecution(deps)

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

  const answering =
    (operations: (ctx: Context) => Promise<unknown> | unknown) =>
    async (ctx: Context): Promise<void> => {
      ctx.res.setHeader('Cache-Control', 'no-store')
      ctx.res.setHeader('Vary', 'Accept')
      try {
        // Each operation counts towards the rate limit. The first is counted before anything is read.
        await limits.read(ctx)
        requireSingle(ctx.req, 'Authorization')
        // Checked first, because a mutation must not run if its answer cannot be sent.
        if (!ctx.accepts(...answerTypes)) throw notAcceptable(answerTypes)
        const asked = await operations(ctx)
        for (const [index, operation] of ([asked].flat() as Operation[]).entries()) {
          checkOperation(operation)
          if (index > 0) await limits.read(ctx)
        }
        await execute(ctx, asked, await isKnown(ctx))
      } catch (thrown) {
        if (thrown instanceof ClientGone) throw thrown
        refuse(ctx, toAppError(thrown, ctx, log))
      }
    }

  return createRouter([
    { method: 'GET', path: '/graphql', handle: answering(ctx => operationInUrl(ctx.URL.searchParams)) },
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

/** Answers an error of the transport with its status and a GraphQL body. */
function refuse(ctx: Context, error: AppError): void {
  setErrorHeaders(ctx, error)
  ctx.status = error.status
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
  ctx.body = writeJson({ errors: [toGraphQLError(error)] })
}

// With the charset, because clients may include it in Accept.
const answerTypes = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'text/event-stream',
]

interface Operation {
  readonly query?: unknown
  readonly extensions?: { readonly persistedQuery?: unknown } | null
}

/** Refuses a request without a query. Yoga checks everything else. */
function checkOperation({ query, extensions }: Operation): void {
  if (query === undefined && !extensions?.persistedQuery) throw invalidQuery('"query" is missing')
}
