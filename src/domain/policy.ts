/** The access rules, shared by all APIs. */

import { forbidden } from '../errors/errors.ts'
import type { Actor, Scope } from './actor.ts'
import type { AccountId } from './ids.ts'

/** Throws `forbidden` if the actor's credential lacks the scope. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.has(scope)) {
    throw forbidden(`this key lacks the scope ${scope}; create one that has it on the account page`)
  }
}

/** Throws `forbidden` unless the graph belongs to the actor's account (spec 4.3; contract, "Versions"). */
export function requireOwner(actor: Actor, graph: { readonly accountId: AccountId }): void {
  if (actor.accountId !== graph.accountId) {
    throw forbidden('this graph belongs to another account; only that account may change or delete it')
  }
}
