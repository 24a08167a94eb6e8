/** The state of a graph's image, and the subscription that follows it. */

import type { Rendering as RenderingShape } from '../../../domain/graph/graph.ts'
import { builder } from '../builder.ts'

const RenderStatus = builder.enumType('RenderStatus', {
  description: 'The state of the image that is rendered at creation.',
  values: {
    pending: { description: 'Waiting in the queue. A request for the image moves it to the front.' },
    running: { description: 'Being rendered.' },
    ready: { description: 'Rendered and stored.' },
    failed: {
      description:
        'It could not be drawn; `error` contains the reason. One that took too long is pending again later.',
    },
  } as const,
})

export const Rendering = builder.objectRef<RenderingShape>('Rendering').implement({
  description: 'The state of the image that is rendered at creation.',
  fields: t => ({
    status: t.field({
      type: RenderStatus,
      description: 'The state.',
      resolve: rendering => rendering.status,
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why it could not be drawn; null unless `status` is `failed`.',
    }),
    omitted: t.exposeStringList('omitted', {
      description:
        'Resources on other machines, which are not fetched: the image is rendered without them. At most a hundred, each shortened to 500 characters.',
    }),
  }),
})

builder.subscriptionField('rendering', t =>
  t.field({
    type: Rendering,
    description:
      'The rendering of a graph now, and again for each change. Completes after `ready` or `failed`; ends with an error if the graph does not exist or is deleted.',
    args: {
      graphId: t.arg.id({ required: true, description: 'The graph_id.' }),
    },
    subscribe: (_root, { graphId }, { watch, signal }) => watch(graphId, signal()),
    resolve: rendering => rendering,
  }),
)
