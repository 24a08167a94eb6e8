/** Creates graphs (spec 4.1): a single one, or many with an answer or an error each. */

import { z } from 'zod'
import type { Graph as CreatedGraph, GraphRecord } from '../../../domain/graph/graph.ts'
import { requireScope } from '../../../domain/policy.ts'
import { codesOf } from '../../../errors/codes.ts'
import { readAll } from '../../../errors/collect-faults.ts'
import { type AppError, type ErrorDetail, invalidParameters } from '../../../errors/errors.ts'
import { isObject } from '../../../plotly/json.ts'
import { builder } from '../builder.ts'
import type { Context } from '../context.ts'
import { toAppError } from '../errors.ts'
import { atMost } from '../faults.ts'
import { readFigure } from '../figure-memory.ts'
import { bodyOf, expiryOf, idempotencyOf } from '../inputs.ts'
import { RefusedInput } from '../refused-inputs.ts'
import { Graph } from './graph.ts'
import { Warning } from './warning.ts'

export interface CreateInput {
  readonly data?: unknown
  readonly layout?: unknown
  readonly frames?: unknown
  readonly expires?: string | null
  readonly idempotencyKey?: string | null
}

/** How many graphs one mutation may create, and how many are created concurrently. */
const batchLimit = 100
const atOnce = 8

export const CreateGraphInput = builder.inputType('CreateGraphInput', {
  description: 'Request graph configuration (spec 2): the input to every create operation.',
  fields: t => ({
    data: t.field({
      type: 'JSON',
      required: true,
      description:
        "Series of points and numeric values: an array of objects, each a trace in the charting library's format.",
    }),
    layout: t.field({
      type: 'JSON',
      description:
        'Presentation options, for example a title. Submitted values override the default layouts and stylings.',
    }),
    frames: t.field({
      type: 'JSON',
      description: "The frames of an animation, in the charting library's format.",
    }),
    expires: t.string({
      description:
        'When the graph expires: `90d`, `12h`, `4w`, `1y`, a date, or `never`; default: the setting of the account.',
    }),
    idempotencyKey: t.string({
      description:
        'Makes a retry safe: for 24 hours, the same key with the same input returns the first answer again, and with another input an error.',
    }),
  }),
})

const CreateGraphPayload = builder
  .objectRef<{ readonly graph: GraphRecord }>('CreateGraphPayload')
  .implement({
    description: 'The graph that was created.',
    fields: t => ({
      graph: t.field({ type: Graph, description: 'The graph.', resolve: ({ graph }) => graph }),
      warnings: t.field({
        type: [Warning],
        description: 'Parts of the figure that will not be drawn as intended; also in `graph.warnings`.',
        resolve: ({ graph }) => [...graph.warnings],
      }),
    }),
  })

export const ErrorDetailType = builder.objectRef<ErrorDetail>('ErrorDetail').implement({
  description: 'An error at a place of the input.',
  fields: t => ({
    path: t.exposeString('path', { description: 'A JSON path such as `data[0].type`.' }),
    message: t.exposeString('message', { description: 'What is wrong, and a remedy.' }),
  }),
})

/** The data of an error. GraphQL would treat the Error itself as thrown. */
type Refusal = Pick<AppError, 'code' | 'message' | 'details'>

const RequestError = builder.objectRef<Refusal>('RequestError').implement({
  description: 'Why one of several items was refused, like a top-level error.',
  fields: t => ({
    code: t.exposeString('code', {
      description: `The stable code, the same as in REST: ${codesOf('graphql').join(', ')}.`,
    }),
    message: t.exposeString('message', { description: 'The cause and a remedy.' }),
    details: t.field({
      type: [ErrorDetailType],
      description: 'All errors with their places; may be empty.',
      resolve: error => [...(error.details ?? [])],
    }),
  }),
})

type Outcome =
  | { readonly graph: GraphRecord; readonly error?: never }
  | { readonly graph?: never; readonly error: Refusal }

const CreateGraphsResult = builder.objectRef<Outcome>('CreateGraphsResult').implement({
  description: 'The result of one item: either `graph` or `error` is set.',
  fields: t => ({
    graph: t.field({
      type: Graph,
      nullable: true,
      description: 'The graph that was created; null if the item was refused.',
      resolve: ({ graph }) => graph ?? null,
    }),
    error: t.field({
      type: RequestError,
      nullable: true,
      description: 'Why the item was refused; null if the graph was created.',
      resolve: ({ error }) => error ?? null,
    }),
  }),
})

const CreateGraphsPayload = builder
  .objectRef<{ readonly results: readonly Outcome[] }>('CreateGraphsPayload')
  .implement({
    description: 'The results of all items.',
    fields: t => ({
      results: t.field({
        type: [CreateGraphsResult],
        description: 'One result per item, in the order of the input.',
        complexity: { field: 1, multiplier: 1 },
        resolve: ({ results }) => [...results],
      }),
    }),
  })

builder.mutationField('createGraph', t =>
  t.field({
    type: CreateGraphPayload,
    nullable: true,
    description:
      'Creates a graph and returns all created resources (spec 4.1). Needs the scope `graphs:write`.',
    authScopes: { scope: 'graphs:write' },
    args: { input: t.arg({ type: CreateGraphInput, required: true, description: 'The graph to create.' }) },
    resolve: async (_root, { input }, context) => ({ graph: await create(input, context) }),
  }),
)

builder.mutationField('createGraphs', t =>
  t.field({
    type: CreateGraphsPayload,
    nullable: true,
    description: `Creates up to ${batchLimit} graphs, with a result or an error for each. Needs the scope \`graphs:write\`.`,
    authScopes: { scope: 'graphs:write' },
    args: {
      input: t.arg({ type: [CreateGraphInput], required: true, description: 'The graphs to create.' }),
    },
    validate: z.object({ input: atMost(batchLimit) }),
    complexity: ({ input }) => ({ field: 1, multiplier: input.length }),
    resolve: async (_root, { input }, context) => {
      const results: Outcome[] = []
      for (let begin = 0; begin < input.length; begin += atOnce) {
        const group = input.slice(begin, begin + atOnce)
        results.push(...(await Promise.all(group.map(item => attempt(item, context)))))
      }
      return { results }
    },
  }),
)

async function attempt(item: CreateInput, context: Context): Promise<Outcome> {
  try {
    return { graph: await create(item, context) }
  } catch (error) {
    const { code, message, details } = toAppError(error, context.log)
    return { error: { code, message, details } }
  }
}

/** Creates a graph by converting the input to the body that REST takes. */
async function create(input: CreateInput, context: Context): Promise<CreatedGraph> {
  const actor = await context.actor()
  await context.count('create', actor)
  if (input.data instanceof RefusedInput) {
    const { item, faults } = input.data
    throw (isObject(item) && (await refusalOf(item, context))) || invalidParameters(faults)
  }
  const [idempotency, expiry] = readAll(
    () => idempotencyOf(input.idempotencyKey, 'createGraph'),
    () => expiryOf(input.expires),
  )
  const graph = await context.graphs.create(actor, figureBody(input), { idempotency, expiry })
  context.figures.prime(graph, readFigure(graph.figure))
  return graph
}

/**
 * The error of a create for such an input, so that both APIs report the same errors. GraphQL's own check of variables covers
 * only the types, with other messages.
 */
export async function refusalOf(input: unknown, context: Context): Promise<AppError | null> {
  const actor = await context.actor()
  requireScope(actor, 'graphs:write')
  try {
    await context.bodies.readSubmission(figureBody(input as CreateInput))
    return null
  } catch (error) {
    return toAppError(error, context.log)
  }
}

/** The figure of an input, as the body that REST takes. */
export const figureBody = ({ idempotencyKey: _key, expires: _expires, ...figure }: CreateInput): Uint8Array =>
  bodyOf(figure)
