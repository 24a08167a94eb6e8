/** The caller's account, with its graphs and keys. */

import type { Actor, Scope as ScopeName } from '../../../domain/actor.ts'
import { builder } from '../builder.ts'
import { largestPage, pageArgs, readPage } from '../paging.ts'
import { ApiKey } from './api-key.ts'
import { Graph } from './graph.ts'

const GraphsConnection = builder.connectionObject(
  { name: 'GraphsConnection', description: 'Graphs of an account, newest first.', type: Graph },
  { name: 'GraphsEdge', description: 'A graph and its place in the list.' },
)

const needs = (scope: ScopeName) =>
  `Needs the scope \`${scope}\`: null, with an error, where the key lacks it.`

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'The account that the API key belongs to.',
  fields: t => ({
    scopes: t.field({
      type: ['Scope'],
      description: 'What the key that is asking may do.',
      resolve: actor => [...actor.scopes],
    }),
    graphCount: t.int({
      nullable: true,
      description: `How many graphs the account has. ${needs('graphs:read')}`,
      resolve: (actor, _args, { graphs }) => graphs.count(actor),
    }),
    graphs: t.field({
      type: GraphsConnection,
      nullable: true,
      description: `The graphs of the account, newest first. ${needs('graphs:read')}`,
      args: t.validate(
        {
          first: t.arg.int({
            description: `How many at most, from the newest: 0 to ${largestPage}, default 20.`,
          }),
          after: t.arg.string({ description: 'Only what comes after (is older than) this cursor.' }),
          last: t.arg.int({ description: `How many at most, from the oldest: 0 to ${largestPage}.` }),
          before: t.arg.string({ description: 'Only what comes before (is newer than) this cursor.' }),
          title: t.arg.string({
            description: 'Only graphs whose title contains this text, letter case ignored.',
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
    description: 'The account that is asking; null without an API key, an error with one that is not valid.',
    resolve: (_root, _args, { actor, hasCredential }) => (hasCredential ? actor() : null),
  }),
)
