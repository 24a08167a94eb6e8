/** Deleting a graph (spec 4.3). */

import { type GraphId, requireGraphId } from '../../../domain/ids.ts'
import { builder } from '../builder.ts'
import { encodeGlobalID } from '../global-id.ts'
import { ifVersionOf } from '../inputs.ts'

const DeleteGraphPayload = builder.objectRef<{ readonly graphId: GraphId }>('DeleteGraphPayload').implement({
  description: 'The graph that was deleted.',
  fields: t => ({
    deletedId: t.id({
      description: 'The global id of the graph, to remove it from client caches.',
      resolve: ({ graphId }) => encodeGlobalID('Graph', graphId),
    }),
    deletedGraphId: t.exposeID('graphId', { description: 'The graph_id of the graph.' }),
  }),
})

builder.mutationField('deleteGraph', t =>
  t.field({
    type: DeleteGraphPayload,
    nullable: true,
    description:
      'Removes all resources of an existing graph: data and generated files (spec 4.3). Needs the scope `graphs:delete`; only the account that owns the graph may delete it.',
    authScopes: { scope: 'graphs:delete' },
    args: {
      id: t.arg.id({ required: true, description: 'The graph_id.' }),
      ifVersion: t.arg.int({
        description:
          'If this is not the newest version, the error is `version_conflict` and nothing is deleted.',
      }),
    },
    resolve: async (_root, { id, ifVersion }, { actor, count, graphs }) => {
      const caller = await actor()
      await count('remove', caller)
      const graphId = requireGraphId(id)
      await graphs.remove(caller, graphId, { ifVersion: ifVersionOf(ifVersion) })
      return { graphId }
    },
  }),
)
