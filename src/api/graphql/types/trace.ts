/** A trace of a graph, and its points a part at a time. */

import { z } from 'zod'
import { builder } from '../builder.ts'
import { columnsOf, pointCount, type Trace as TraceShape, tracesOf, typeOf } from '../traces.ts'
import { figureOf, Graph } from './graph.ts'

interface PointShape {
  readonly trace: TraceShape
  readonly index: number
}

const entryOf = ({ trace, index }: PointShape, key: string): unknown =>
  columnsOf(trace).get(key)?.[index] ?? null

export const TracePoint = builder.objectRef<PointShape>('TracePoint').implement({
  description: 'One point of a trace: the entries at one index of its arrays.',
  fields: t => ({
    index: t.exposeInt('index', { description: 'Its place in the arrays of the trace, from 0.' }),
    x: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The entry of `x`; null where there is none.',
      resolve: point => entryOf(point, 'x'),
    }),
    y: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The entry of `y`; null where there is none.',
      resolve: point => entryOf(point, 'y'),
    }),
    z: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The entry of `z`, a row where `z` is a matrix; null where there is none.',
      resolve: point => entryOf(point, 'z'),
    }),
    values: t.field({
      type: 'JSON',
      description: "The entry of each array of the trace (`x`, `y`, `labels`, `text`, …) by the array's key.",
      resolve: point =>
        Object.fromEntries(
          [...columnsOf(point.trace)].map(([key, column]) => [key, column[point.index] ?? null]),
        ),
    }),
  }),
})

const pointsArgs = z.object({
  first: z.int().min(0).max(10_000),
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a cursor that this trace gave')
    .nullish(),
  every: z.int().min(1).max(1_000_000),
})

const PointsConnection = builder.connectionObject(
  {
    name: 'TracePointsConnection',
    description: 'Points of a trace, in order.',
    type: TracePoint,
    fields: t => ({
      totalCount: t.int({
        description: 'How many points the trace has, whatever was asked for.',
        resolve: connection => (connection as unknown as { totalCount: number }).totalCount,
      }),
    }),
  },
  { name: 'TracePointsEdge', description: 'A point and its place in the trace.' },
)

export const Trace = builder.objectRef<TraceShape>('Trace').implement({
  description:
    "One trace object of `data`: a series of points and numeric values in the charting library's format.",
  fields: t => ({
    index: t.exposeInt('index', { description: 'Its place in `data`, from 0.' }),
    name: t.string({
      nullable: true,
      description: 'Its name; null where it has none.',
      resolve: ({ object }) => (typeof object.name === 'string' ? object.name : null),
    }),
    type: t.string({
      description: 'Its type, for example `bar`; `scatter` where none was submitted.',
      resolve: typeOf,
    }),
    data: t.field({ type: 'JSON', description: 'The whole trace object.', resolve: trace => trace.object }),
    points: t.field({
      type: PointsConnection,
      description: 'Its points a part at a time: `every: 10` takes each tenth of them.',
      args: {
        first: t.arg.int({
          required: true,
          defaultValue: 100,
          description: 'How many at most, up to 10000.',
        }),
        after: t.arg.string({ description: 'Only what comes after this cursor.' }),
        every: t.arg.int({ required: true, defaultValue: 1, description: 'Take one point of this many.' }),
      },
      validate: pointsArgs,
      complexity: ({ first }) => ({ field: 1, multiplier: Math.ceil(Math.max(first, 0) / 50) }),
      resolve: (trace, { first, after, every }) => {
        const total = pointCount(trace)
        const begin = after ? Number(after) + every : 0
        const indexes: number[] = []
        for (let index = begin; index < total && indexes.length < first; index += every) indexes.push(index)
        const next = begin + indexes.length * every
        return {
          totalCount: total,
          edges: indexes.map(index => ({ cursor: String(index), node: { trace, index } })),
          pageInfo: {
            hasNextPage: next < total,
            hasPreviousPage: begin > 0,
            startCursor: indexes.length > 0 ? String(indexes[0]) : null,
            endCursor: indexes.length > 0 ? String(indexes.at(-1)) : null,
          },
        }
      },
    }),
  }),
})

builder.objectField(Graph, 'traces', t =>
  t.field({
    type: [Trace],
    description: 'Its traces in order; with arguments only those that fit all of them.',
    args: {
      index: t.arg.int({ description: 'Only the trace at this place of `data`, from 0.' }),
      name: t.arg.string({ description: 'Only traces of this name.' }),
      type: t.arg.string({ description: 'Only traces of this type, for example `bar`.' }),
    },
    complexity: ({ index }) => ({ field: 10, multiplier: typeof index === 'number' ? 1 : 10 }),
    resolve: async (graph, { index, name, type }, context) =>
      tracesOf(await figureOf(graph, context)).filter(
        trace =>
          (index ?? trace.index) === trace.index &&
          (name ?? trace.object.name) === trace.object.name &&
          (type ?? typeOf(trace)) === typeOf(trace),
      ),
  }),
)
