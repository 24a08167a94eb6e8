/** The state of a graph's image, and the subscription that follows it. */

import type { Rendering as RenderingShape } from '../../../domain/graph/graph.ts'
import { builder } from '../builder.ts'

const RenderStatus = builder.enumType('RenderStatus', {
  description: 'How far the picture made at creation is.',
  values: {
    pending: { description: 'Waiting for its turn. A request for the picture makes it at once.' },
    running: { description: 'Being drawn.' },
    ready: { description: 'Made and stored.' },
    failed: { description: 'The charting library refused the figure; `error` has its message.' },
  } as const,
})

export const Rendering = builder.objectRef<RenderingShape>('Rendering').implement({
  description: 'How the picture made at creation stands.',
  fields: t => ({
    status: t.field({
      type: RenderStatus,
      description: 'How far it is.',
      resolve: rendering => rendering.status,
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why it failed, in the words of the charting library; null unless `status` is `failed`.',
    }),
    omitted: t.exposeStringList('omitted', {
      description:
        'Remote addresses that the figure names. The renderer never fetches: the picture is drawn without.',
    }),
  }),
})

builder.subscriptionField('rendering', t =>
  t.field({
    type: Rendering,
    description:
      'The rendering of a graph now, then each time it changes. Completes after `ready` or `failed`; an error when there is no such graph, or when it is deleted meanwhile.',
    args: {
      graphId: t.arg.id({ required: true, description: 'The graph_id.' }),
    },
    subscribe: (_root, { graphId }, { watch, signal }) => watch(graphId, signal()),
    resolve: rendering => rendering,
  }),
)
