/** Mutations that change graphs, and the versions they make (contract, "Versions"). */

import type { GraphRecord, VersionStamp } from '../../../domain/graph/graph.ts'
import { type GraphId, requireGraphId } from '../../../domain/ids.ts'
import { readAll } from '../../../errors/collect-faults.ts'
import { graphNotFound } from '../../../errors/errors.ts'
import { builder } from '../builder.ts'
import type { Context } from '../context.ts'
import { readFigure } from '../figure-memory.ts'
import { bodyOf, expiryOf, idempotencyOf, ifVersionOf } from '../inputs.ts'
import { Graph } from './graph.ts'

const GraphVersion = builder.objectRef<VersionStamp>('GraphVersion').implement({
  description: 'A stored version of a graph.',
  fields: t => ({
    version: t.exposeInt('version', { description: 'The version number, from 1.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was stored.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
})

/** The cost of reading a graph's versions. */
const pastCost = 5

builder.objectFields(Graph, t => ({
  version: t.exposeInt('version', {
    description: 'The version number. It starts at 1, and each change increases it.',
  }),
  versions: t.field({
    type: [GraphVersion],
    description: 'The stored versions, newest first. REST reads them with `?version=`.',
    complexity: { field: pastCost, multiplier: 5 },
    resolve: async ({ graphId }, _args, { graphs }) => [...(await graphs.versions(graphId))],
  }),
}))

/** Of the argument with which a change requires the newest version. */
const ifVersionDescription =
  'If this is not the newest version, the error is `version_conflict` and nothing is changed.'

const UpdateGraphInput = builder.inputType('UpdateGraphInput', {
  description: 'A new figure for a graph.',
  fields: t => ({
    id: t.id({ required: true, description: 'The graph_id.' }),
    data: t.field({ type: 'JSON', required: true, description: 'As for `createGraph`.' }),
    layout: t.field({ type: 'JSON', description: 'As for `createGraph`.' }),
    frames: t.field({ type: 'JSON', description: 'As for `createGraph`.' }),
    ifVersion: t.int({ description: ifVersionDescription }),
    expires: t.string({ description: 'As for `createGraph`; default: unchanged.' }),
    idempotencyKey: t.string({
      description:
        'Makes a retry safe: for 24 hours, the same key with the same input does not create another version.',
    }),
  }),
})

const AppendPointsInput = builder.inputType('AppendPointsInput', {
  description: 'Points to append to traces of a graph.',
  fields: t => ({
    id: t.id({ required: true, description: 'The graph_id.' }),
    points: t.field({
      type: 'JSON',
      required: true,
      description:
        'One set per trace: `{trace, x, y, …}`. `trace` is its index in `data` or its name; the others are new values for its arrays, one per point.',
    }),
    keep: t.int({
      description: 'The maximum number of values in each of these arrays. The oldest are removed.',
    }),
    ifVersion: t.int({ description: ifVersionDescription }),
    idempotencyKey: t.string({
      description:
        'Makes a retry safe: for 24 hours, the same key with the same input does not add points twice.',
    }),
  }),
})

const graphField = { type: Graph, description: 'The new version of the graph.' } as const

const UpdateGraphPayload = builder
  .objectRef<{ readonly graph: GraphRecord }>('UpdateGraphPayload')
  .implement({
    description: 'The graph that was changed.',
    fields: t => ({ graph: t.field({ ...graphField, resolve: ({ graph }) => graph }) }),
  })

const AppendPointsPayload = builder
  .objectRef<{ readonly graph: GraphRecord }>('AppendPointsPayload')
  .implement({
    description: 'The graph to which the points were added.',
    fields: t => ({ graph: t.field({ ...graphField, resolve: ({ graph }) => graph }) }),
  })

builder.mutationField('updateGraph', t =>
  t.field({
    type: UpdateGraphPayload,
    nullable: true,
    description:
      'Replaces the figure of a graph by a new version with the same addresses. Needs the scope `graphs:write`; only the account that owns the graph may change it.',
    authScopes: { scope: 'graphs:write' },
    args: { input: t.arg({ type: UpdateGraphInput, required: true, description: 'The new figure.' }) },
    resolve: async (_root, { input }, context) => {
      const { id, ifVersion: wanted, expires, idempotencyKey, ...figure } = input
      const actor = await context.actor()
      await context.count('create', actor)
      const graphId = requireGraphId(id)
      const [ifVersion, idempotency, expiry] = readAll(
        () => ifVersionOf(wanted),
        () => idempotencyOf(idempotencyKey, `updateGraph ${id}`),
        () => expiryOf(expires),
      )
      const options = { ifVersion, idempotency, expiry }
      const graph = await context.graphs.update(actor, graphId, bodyOf(figure), options)
      context.figures.prime(graph, readFigure(graph.figure))
      return { graph }
    },
  }),
)

builder.mutationField('appendPoints', t =>
  t.field({
    type: AppendPointsPayload,
    nullable: true,
    description:
      'Appends points to traces of a graph, which creates a new version. Numbers are kept exactly as sent. If any set of points is invalid, nothing is changed. Needs the scope `graphs:write`; only the account that owns the graph may change it.',
    authScopes: { scope: 'graphs:write' },
    args: { input: t.arg({ type: AppendPointsInput, required: true, description: 'The points.' }) },
    resolve: async (_root, { input }, context) => {
      const { id, ifVersion: wanted, idempotencyKey, ...points } = input
      const actor = await context.actor()
      await context.count('create', actor)
      const graphId = requireGraphId(id)
      const [ifVersion, idempotency] = readAll(
        () => ifVersionOf(wanted),
        () => idempotencyOf(idempotencyKey, `appendPoints ${id}`),
      )
      const options = { ifVersion, idempotency }
      const version = await context.graphs.append(actor, graphId, bodyOf(points), options)
      return { graph: await versionOf(context, graphId, version) }
    },
  }),
)

/** The version, or the newest if so many were made meanwhile that it is no longer kept. */
async function versionOf({ graphs }: Context, graphId: GraphId, version: number): Promise<GraphRecord> {
  const record = await graphs.find(graphId, version).catch(() => graphs.find(graphId))
  if (!record) throw graphNotFound(graphId)
  return record
}

builder.subscriptionField('graph', t =>
  t.field({
    type: Graph,
    description:
      'The graph now, and again for each new version; of several quick changes, only the newest. Ends with an error if the graph does not exist or is deleted.',
    args: { graphId: t.arg.id({ required: true, description: 'The graph_id.' }) },
    subscribe: (_root, { graphId }, { follow, signal }) => follow(graphId, signal()),
    resolve: graph => graph,
  }),
)
