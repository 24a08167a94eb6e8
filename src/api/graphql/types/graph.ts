/** The type `Graph` (spec 2) and the fields that return graphs. */

import type { GraphRecord } from '../../../domain/graph/graph.ts'
import { parseGraphId } from '../../../domain/ids.ts'
import { readLook } from '../../../domain/image/image-parameters.ts'
import { graphNotFound } from '../../../errors/errors.ts'
import { builder } from '../builder.ts'
import type { Context } from '../context.ts'
import { derivedOf, type ReadFigure } from '../figure-memory.ts'
import { ImageFormat, lookArguments } from './image.ts'
import { Rendering } from './rendering.ts'
import { Warning } from './warning.ts'

/** The cost of a field that reads a figure from the store. */
const figureCost = 10

/** Loaded in batches. Null for an unknown id. */
export const Graph = builder.loadableNodeRef<GraphRecord | null, string, string, string, GraphRecord>(
  'Graph',
  {
    id: { resolve: graph => graph.graphId, description: 'The global id, for `node` and client caches.' },
    toKey: graph => graph.graphId,
    load: async (ids, { graphs }) => {
      const found = await graphs.findMany(ids.map(parseGraphId).filter(id => id !== null))
      return ids.map(id => found.get(id) ?? null)
    },
  },
)

/** The figure of a graph. Rejects with `graph_not_found` if the graph was deleted meanwhile. */
export async function figureOf(graph: GraphRecord, context: Context): Promise<ReadFigure> {
  const figure = await context.figures.load(graph)
  if (!figure) throw graphNotFound(graph.graphId)
  return figure
}

Graph.implement({
  description: 'A stored graph: data and layout, an interactive plot page and a chart image (spec 2).',
  fields: t => ({
    graphId: t.exposeID('graphId', {
      description:
        'Identifier of the graph. It can be used to fetch the graph data, the chart image or the interactive plot. 21 characters of A-Z a-z 0-9 _ -. It cannot be guessed; everyone who knows it may read the graph.',
    }),
    permalink: t.field({
      type: 'URL',
      description:
        'Permanent address of the interactive plot page. The page can be shared or downloaded as a standalone html file.',
      resolve: ({ graphId }, _args, { addresses }) => addresses.permalink(graphId),
    }),
    imageUrl: t.field({
      type: 'URL',
      description:
        'Stable address of the image of the graph: without arguments the png of `image_url`; with arguments another size, format or theme, rendered on the first request.',
      args: {
        ...lookArguments,
        format: t.arg({ type: ImageFormat, description: 'The file format; default png.' }),
      },
      resolve: ({ graphId }, { format, ...look }, { addresses }) => {
        const address = addresses.image(graphId, format ?? 'png', look)
        // Throws the same errors as a request to that address.
        readLook(new URL(address).searchParams)
        return address
      },
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was created.',
      resolve: graph => graph.createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null if never.',
      resolve: graph => graph.expiresAt,
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'The title of the layout as plain text; null if there is none.',
    }),
    traceTypes: t.stringList({
      description: 'The distinct types of its traces, in order of first appearance.',
      resolve: graph => [...graph.traceTypes],
    }),
    warnings: t.field({
      type: [Warning],
      description:
        'Parts of the figure that will not be drawn as intended, such as unknown attributes, invalid values and traces that show nothing. At most 100.',
      resolve: graph => [...graph.warnings],
    }),
    rendering: t.field({
      type: Rendering,
      description: 'The state of the image that is rendered at creation.',
      resolve: (graph, _args, { renderingOf }) => renderingOf(graph),
    }),
  }),
})

/** The figure of a graph, which is read from the store when one of these fields is asked for. */
builder.objectFields(Graph, t => ({
  data: t.field({
    type: 'JSON',
    description:
      "Stable JSON form of the graph's series: the trace objects as submitted. `dataText` is the exact text.",
    complexity: figureCost,
    resolve: async (graph, _args, context) => {
      const { data, dataJson } = await figureOf(graph, context)
      context.answer.spend(data.length)
      return dataJson
    },
  }),
  layout: t.field({
    type: 'JSON',
    description:
      'Styles applied and other adjustments to the visual form of the graph: the default layout merged with the submitted values, fixed at creation.',
    complexity: figureCost,
    resolve: async (graph, _args, context) => {
      const { layout, layoutJson } = await figureOf(graph, context)
      context.answer.spend(layout.length)
      return layoutJson
    },
  }),
  dataText: t.string({
    description: 'The text of `data`, byte for byte as submitted.',
    complexity: figureCost,
    resolve: async (graph, _args, context) => {
      const figure = await figureOf(graph, context)
      const { data } = figure
      context.answer.spend(data.length)
      if (typeof data === 'string') return data
      // Large texts are quoted in a thread, once for any number of aliases.
      return context.answer.place(await derivedOf(figure, 'quoted', () => context.bodies.quoteText(data)))
    },
  }),
}))

builder.queryField('graph', t =>
  t.field({
    type: Graph,
    nullable: true,
    description: 'A previously created graph (spec 4.2); null if it does not exist or was deleted.',
    args: { id: t.arg.id({ required: true, description: 'The graph_id.' }) },
    resolve: (_root, { id }) => id,
  }),
)
