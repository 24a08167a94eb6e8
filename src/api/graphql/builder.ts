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
      description: 'The items without their cursors.',
      complexity: { field: 1, multiplier: 1 },
    },
    edgesFieldOptions: {
      description: 'The items with their cursors.',
      complexity: { field: 1, multiplier: 1 },
    },
    nodeFieldOptions: { nullable: false, description: 'The item.' },
    pageInfoFieldOptions: { description: 'Information for paging.' },
    cursorFieldOptions: { description: 'The cursor of the item, for `after` or `before`.' },
    idFieldOptions: { description: 'The global id, for `node` and client caches.' },
    nodeTypeOptions: { description: 'An object with a global id.' },
    pageInfoTypeOptions: { description: 'Information for paging through a list.' },
    hasNextPageFieldOptions: { description: 'Whether there are items after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are items before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item; null if there is none.' },
    endCursorFieldOptions: { description: 'The cursor of the last item; null if there is none.' },
    nodeQueryOptions: {
      description: 'An object by its global id; null if it does not exist.',
      args: { id: { description: 'The global id, from a field `id`.' } },
    },
    nodesQueryOptions: {
      description: 'Objects by their global ids, in the same order; null for those that do not exist.',
      args: { ids: { description: 'The global ids; at most 100.' } },
      nullable: { list: false, items: true },
      validate: z.object({ ids: atMost(largestPage) }),
      // The plugin's type of the arguments is wrong here.
      complexity: ({ ids }) => ({ field: 1, multiplier: (ids as unknown as readonly unknown[]).length }),
    },
  },
})

builder.queryType({ description: 'All operations that read. Reads by id need no credentials (spec 5).' })
builder.mutationType({
  description: 'All operations that change something. They need an API key as a bearer token (spec 5).',
})
builder.subscriptionType({ description: 'Events, sent as server-sent events.' })
