/** Mutations that change graphs, and the versions they make (contract, "Versions"). */

import type { GraphRecord, VersionStamp } from '../../../domain/graph/graph.ts'
import { type GraphId, requireGraphId } from '../../../domain/ids.ts'
import { graphNotFound, invalidParameter } from '../../../errors/errors.ts'
import { builder } from '../builder.ts'
import type { Context } from '../context.ts'
import { readFigure } from '../figure-memory.ts'
import { bodyOf, expiryOf, idempotencyOf } from '../inputs.ts'
import { Graph } from './graph.ts'

const GraphVersion = builder.objectRef<VersionStamp>('GraphVersion').implement({
  description: 'A state of a graph that is kept.',
  fields: t => ({
    version: t.exposeInt('version', { description: 'Its number; they count from 1.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it came to be.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
})

/** The cost of reading a graph's versions. */
const pastCost = 5

builder.objectFields(Graph, t => ({
  version: t.exposeInt('version', {
    description: 'Counts the states of the graph from 1: each change makes the next one.',
  }),
  versions: t.field({
    type: [GraphVersion],
    description: 'The versions that are kept, newest first. REST reads them with `?version=`.',
    complexity: { field: pastCost, multiplier: 5 },
    resolve: async ({ graphId }, _args, { graphs }) => [...(await graphs.versions(graphId))],
  }),
}))

const UpdateGraphInput = builder.inputType('UpdateGraphInput', {
  description: 'Another figure for a graph that is there.',
  fields: t => ({
    id: t.id({ required: true, description: 'The graph_id.' }),
    data: t.field({ type: 'JSON', required: true, description: 'As for `createGraph`.' }),
    layout: t.field({ type: 'JSON', description: 'As for `createGraph`.' }),
    frames: t.field({ type: 'JSON', description: 'As for `createGraph`.' }),
    ifVersion: t.int({
      description: 'The change is made only while this is the newest version; else `version_conflict`.',
    }),
    expires: t.string({ description: 'As for `createGraph`; default: as it was.' }),
    idempotencyKey: t.string({
      description:
        'Makes a retry safe: for 24 hours the same key with the same input makes no further version.',
    }),
  }),
})

const AppendPointsInput = builder.inputType('AppendPointsInput', {
  description: 'Points for the traces of a graph that is there.',
  fields: t => ({
    id: t.id({ required: true, description: 'The graph_id.' }),
    points: t.field({
      type: 'JSON',
      required: true,
      description:
        'A set for each trace: `{trace, x, y, …}`, where `trace` is its place in `data` or its name, and the others are new values for its arrays, one for each point.',
    }),
    keep: t.int({
      description: 'How many values the arrays that are named may hold afterwards; the first ones go.',
    }),
    idempotencyKey: t.string({
      description: 'Makes a retry safe: for 24 hours the same key with the same input adds nothing twice.',
    }),
  }),
})

const graphField = { type: Graph, description: 'The graph, in its new version.' } as const

const UpdateGraphPayload = builder
  .objectRef<{ readonly graph: GraphRecord }>('UpdateGraphPayload')
  .implement({
    description: 'The graph that was changed.',
    fields: t => ({ graph: t.field({ ...graphField, resolve: ({ graph }) => graph }) }),
  })

const AppendPointsPayload = builder
  .objectRef<{ readonly graph: GraphRecord }>('AppendPointsPayload')
  .implement({
    description: 'The graph that the points were added to.',
    fields: t => ({ graph: t.field({ ...graphField, resolve: ({ graph }) => graph }) }),
  })

builder.mutationField('updateGraph', t =>
  t.field({
    type: UpdateGraphPayload,
    nullable: true,
    description:
      'Puts another figure in place of the one that is there: a new version under the same addresses. Needs the scope `graphs:write`; only the account that created the graph may change it.',
    authScopes: { scope: 'graphs:write' },
    args: { input: t.arg({ type: UpdateGraphInput, required: true, description: 'The new figure.' }) },
    resolve: async (_root, { input }, context) => {
      const { id, ifVersion, expires, idempotencyKey, ...figure } = input
      const actor = await context.actor()
      await context.count('create', actor)
      if (ifVersion != null && ifVersion < 1)
        throw invalidParameter('ifVersion', 'must be the number of a version')
      const graph = await context.graphs.update(actor, requireGraphId(id), bodyOf(figure), {
        ifVersion: ifVersion ?? undefined,
        idempotency: idempotencyOf(idempotencyKey, `updateGraph ${id}`),
        expiry: expiryOf(expires),
      })
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
      'Adds points to the traces of a graph, with the digits they were sent with: a new version. All or nothing. Needs the scope `graphs:write`; only the account that created the graph may change it.',
    authScopes: { scope: 'graphs:write' },
    args: { input: t.arg({ type: AppendPointsInput, required: true, description: 'The points.' }) },
    resolve: async (_root, { input }, context) => {
      const { id, idempotencyKey, ...points } = input
      const actor = await context.actor()
      await context.count('create', actor)
      const idempotency = idempotencyOf(idempotencyKey, `appendPoints ${id}`)
      const graphId = requireGraphId(id)
      const version = await context.graphs.append(actor, graphId, bodyOf(points), { idempotency })
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
      'A graph now, then each time it has a new version; of many at once the newest. An error when there is no such graph, or when it is deleted meanwhile.',
    args: { graphId: t.arg.id({ required: true, description: 'The graph_id.' }) },
    subscribe: (_root, { graphId }, { follow, signal }) => follow(graphId, signal()),
    resolve: graph => graph,
  }),
)
