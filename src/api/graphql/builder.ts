/** The Pothos schema builder with its plugins, before any type is added. */

import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import ValidationPlugin from '@pothos/plugin-validation'
import { z } from 'zod'
import type { Scope } from '../../domain/actor.ts'
import { requireScope } from '../../domain/policy.ts'
import type { Context } from './context.ts'
import { atMost, faultsOf } from './faults.ts'
import { decodeGlobalID, encodeGlobalID } from './global-id.ts'
import { largestPage } from './paging.ts'

export interface SchemaTypes {
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
    DateTime: { Input: Date; Output: Date }
    URL: { Input: string; Output: string }
    Scope: { Input: Scope; Output: Scope }
  }
  AuthScopes: { scope: Scope }
}

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, RelayPlugin, ValidationPlugin, DataloaderPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: context => ({
      // Throws, so that the caller gets the same message as over REST.
      scope: async scope => {
        requireScope(await context.actor(), scope)
        return true
      },
    }),
  },
  validation: { validationError: failure => faultsOf(failure.issues) },
  complexity: { defaultComplexity: 1, defaultListMultiplier: 10 },
  relay: {
    cursorType: 'String',
    encodeGlobalID,
    decodeGlobalID,
    // The field that returns the connection counts its items, so nodes do not multiply the cost again.
    nodesOnConnection: {
      description: 'The items, for who needs no cursor of each.',
      complexity: { field: 1, multiplier: 1 },
    },
    edgesFieldOptions: {
      description: 'The items with their cursors.',
      complexity: { field: 1, multiplier: 1 },
    },
    nodeFieldOptions: { nullable: false, description: 'The item.' },
    pageInfoFieldOptions: { description: 'Whether there is more, and where to go on.' },
    cursorFieldOptions: { description: 'The place of the item: give it to `after` or `before`.' },
    idFieldOptions: { description: 'The global id, for `node` and client caches.' },
    nodeTypeOptions: { description: 'Anything that has a global id.' },
    pageInfoTypeOptions: { description: 'Where a page of a list begins and ends.' },
    hasNextPageFieldOptions: { description: 'Whether something comes after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether something comes before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item; null when there is none.' },
    endCursorFieldOptions: { description: 'The cursor of the last item; null when there is none.' },
    firstArgOptions: { description: 'How many at most, from the beginning.' },
    afterArgOptions: { description: 'Only what comes after this cursor.' },
    lastArgOptions: { description: 'How many at most, from the end.' },
    beforeArgOptions: { description: 'Only what comes before this cursor.' },
    nodeQueryOptions: {
      description: 'Anything by its global id; null where there is no such thing.',
      args: { id: { description: 'The global id, as every `id` field gives it.' } },
    },
    nodesQueryOptions: {
      description: 'Several by their global ids, in the order of the ids; null where there is no such thing.',
      args: { ids: { description: 'The global ids; at most 100.' } },
      nullable: { list: false, items: true },
      validate: z.object({ ids: atMost(largestPage) }),
      // The plugin's type of the arguments is wrong here.
      complexity: ({ ids }) => ({ field: 1, multiplier: (ids as unknown as readonly unknown[]).length }),
    },
  },
})

builder.queryType({ description: 'Everything that can be read. Reads by id need no credential (spec 5).' })
builder.mutationType({
  description: 'Everything that changes something. Needs an API key as a bearer token (spec 5).',
})
builder.subscriptionType({ description: 'What can be followed, over server-sent events.' })
