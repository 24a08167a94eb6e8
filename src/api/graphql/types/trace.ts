/** Traces of a graph, and their points page by page. */

import { z } from 'zod'
import { readJson } from '../../../domain/figure/json/exact-json.ts'
import type { TracePoints } from '../../../domain/figure/table/trace-points.ts'
import { fits, type TraceSpan } from '../../../domain/figure/traces.ts'
import { builder } from '../builder.ts'
import { wholeNumber } from '../faults.ts'
import { derivedOf } from '../figure-memory.ts'
import { JsonText } from '../json.ts'
import { fieldsUnder } from '../selections.ts'
import { figureOf, Graph } from './graph.ts'

type PointShape = TracePoints['points'][number]

/** The size counted per trace and per field of it, however short they are, because each is resolved separately. */
const bytesPerField = 1536

interface TraceShape extends TraceSpan {
  /** The text of `data`. The trace is the range from `start` to `end`. */
  readonly bytes: Buffer
}

const textOf = ({ bytes, start, end }: TraceShape): Buffer => bytes.subarray(start, end)

const entryOf = ({ values }: PointShape, key: string): unknown => {
  const text = values[key]
  return text === undefined ? null : readJson(text)
}

const TracePoint = builder.objectRef<PointShape>('TracePoint').implement({
  description: 'One point of a trace: the values at one index of its arrays.',
  fields: t => ({
    index: t.exposeInt('index', { description: 'Its index in the arrays of the trace.' }),
    x: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value of `x`; null if there is none.',
      resolve: point => entryOf(point, 'x'),
    }),
    y: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value of `y`; null if there is none.',
      resolve: point => entryOf(point, 'y'),
    }),
    z: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value of `z`, which is a row if `z` is a matrix; null if there is none.',
      resolve: point => entryOf(point, 'z'),
    }),
    values: t.field({
      type: 'JSON',
      description:
        'The values of all arrays of the trace (`x`, `y`, `labels`, `text`, …) by the names of the arrays.',
      resolve: ({ values }) =>
        Object.fromEntries(Object.entries(values).map(([key, text]) => [key, readJson(text)])),
    }),
  }),
})

const pointsArgs = z.object({
  first: wholeNumber(0, 10_000),
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a cursor that this trace gave')
    .nullish(),
  every: wholeNumber(1, 1_000_000),
})

const PointsConnection = builder.connectionObject(
  {
    name: 'TracePointsConnection',
    description: 'Points of a trace, in order.',
    type: TracePoint,
    fields: t => ({
      totalCount: t.int({
        description: 'The number of all points of the trace.',
        // The resolvers add the property, which the connection's type does not have.
        resolve: connection => (connection as unknown as { totalCount: number }).totalCount,
      }),
    }),
  },
  { name: 'TracePointsEdge', description: 'A point and its cursor.' },
)

const Trace = builder.objectRef<TraceShape>('Trace').implement({
  description:
    "One trace object of `data`: a series of points and numeric values in the charting library's format.",
  fields: t => ({
    index: t.exposeInt('index', { description: 'Its index in `data`.' }),
    name: t.string({
      nullable: true,
      description: 'Its name; null if it has none.',
      resolve({ name, longName, bytes }, _args, { answer }) {
        if (!longName) return name
        answer.spend(longName.end - longName.start)
        return answer.place(bytes.subarray(longName.start, longName.end))
      },
    }),
    type: t.exposeString('type', {
      description: 'Its type, for example `bar`; `scatter` if none was submitted.',
    }),
    data: t.field({
      type: 'JSON',
      description: 'The whole trace object.',
      resolve: (trace, _args, { answer }) => {
        answer.spend(trace.end - trace.start)
        return new JsonText(textOf(trace))
      },
    }),
    points: t.field({
      type: PointsConnection,
      description: 'Its points, in pages. `every: 10` returns every tenth point.',
      args: {
        first: t.arg.int({
          required: true,
          defaultValue: 100,
          description: 'The maximum number, up to 10000. Each counts towards the cost of the query.',
        }),
        after: t.arg.string({ description: 'Only points after this cursor.' }),
        every: t.arg.int({ required: true, defaultValue: 1, description: 'Returns only every n-th point.' }),
      },
      validate: pointsArgs,
      complexity: ({ first }) => ({ field: 1, multiplier: Math.max(first, 1) }),
      resolve: async (trace, { first, after, every }, { answer, bodies }) => {
        const begin = after ? Number(after) + every : 0
        // Reading the trace's arrays is as expensive as sending them.
        answer.spend(trace.end - trace.start)
        const { total, points } = await bodies.readTracePoints(textOf(trace), { begin, every, first })
        for (const { values } of points) {
          for (const text of Object.values(values)) answer.spend(text.length)
        }
        return {
          totalCount: total,
          edges: points.map(point => ({ cursor: String(point.index), node: point })),
          pageInfo: {
            hasNextPage: begin + points.length * every < total,
            hasPreviousPage: begin > 0,
            startCursor: points[0] ? String(points[0].index) : null,
            endCursor: points.length > 0 ? String(points.at(-1)?.index) : null,
          },
        }
      },
    }),
  }),
})

builder.objectField(Graph, 'traces', t =>
  t.field({
    type: [Trace],
    description: 'Its traces in order; with arguments, those that match all of them.',
    args: {
      index: t.arg.int({ description: 'Only the trace with this index in `data`.' }),
      name: t.arg.string({ description: 'Only traces with this name.' }),
      type: t.arg.string({ description: 'Only traces of this type, for example `bar`.' }),
    },
    complexity: ({ index }) => ({ field: 10, multiplier: typeof index === 'number' ? 1 : 10 }),
    resolve: async (graph, filter, context, info) => {
      const figure = await figureOf(graph, context)
      const { bytes } = figure.dataJson
      const traces = await derivedOf(figure, 'traces', () => context.bodies.readTraces(bytes))
      const wanted = traces.filter(trace => fits(trace, filter))
      context.answer.spend(wanted.length * (1 + fieldsUnder(info)) * bytesPerField)
      return wanted.map(trace => ({ ...trace, bytes }))
    },
  }),
)
