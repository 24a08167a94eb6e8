/** The caller's account, with its graphs and keys. */

import type { Actor, Scope as ScopeName } from '../../../domain/actor.ts'
import { builder } from '../builder.ts'
import { largestPage, pageArgs, readPage } from '../paging.ts'
import { ApiKey } from './api-key.ts'
import { Graph } from './graph.ts'

const GraphsConnection = builder.connectionObject(
  { name: 'GraphsConnection', description: 'Graphs of an account, newest first.', type: Graph },
  { name: 'GraphsEdge', description: 'A graph and its cursor.' },
)

const needs = (scope: ScopeName) => `Needs the scope \`${scope}\`: null with an error if the key lacks it.`

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'The account of the API key.',
  fields: t => ({
    scopes: t.field({
      type: ['Scope'],
      description: 'The scopes of the API key.',
      resolve: actor => [...actor.scopes],
    }),
    graphCount: t.int({
      nullable: true,
      description: `The number of graphs of the account. ${needs('graphs:read')}`,
      resolve: (actor, _args, { graphs }) => graphs.count(actor),
    }),
    graphs: t.field({
      type: GraphsConnection,
      nullable: true,
      description: `The graphs of the account, newest first. ${needs('graphs:read')}`,
      args: t.validate(
        {
          first: t.arg.int({
            description: `The maximum number, from the newest: 0 to ${largestPage}, default 20.`,
          }),
          after: t.arg.string({ description: 'Only graphs after this cursor, which are older.' }),
          last: t.arg.int({ description: `The maximum number, from the oldest: 0 to ${largestPage}.` }),
          before: t.arg.string({ description: 'Only graphs before this cursor, which are newer.' }),
          title: t.arg.string({
            description: 'Only graphs whose title contains this text, ignoring case.',
          }),
        },
        pageArgs,
      ),
      complexity: ({ first, last }) => ({ field: 1, multiplier: Math.max(first ?? last ?? 20, 1) }),
      resolve: (actor, args, { graphs }) => readPage(args, query => graphs.list(actor, query)),
    }),
    apiKeys: t.field({
      type: [ApiKey],
      nullable: true,
      description: `The keys of the account. ${needs('keys:manage')}`,
      authScopes: { scope: 'keys:manage' },
      resolve: async (actor, _args, { keys }) => [...(await keys.list(actor))],
    }),
  }),
})

builder.queryField('viewer', t =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The account of the API key; null without a key, and an error with an invalid one.',
    resolve: (_root, _args, { actor, hasCredential }) => (hasCredential ? actor() : null),
  }),
)
