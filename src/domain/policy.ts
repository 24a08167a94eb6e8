/** Who may do what: every API asks here. */

import { forbidden } from '../errors/errors.ts'
import type { Actor, Scope } from './actor.ts'
import type { AccountId } from './ids.ts'

/** Rejects an actor whose credential lacks the scope. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.has(scope)) {
    throw forbidden(`this key lacks the scope ${scope}; create one that has it on the account page`)
  }
}

/** A graph is changed or deleted only by the account that made it (spec 4.3; contract, "Versions"). */
export function requireOwner(actor: Actor, graph: { readonly accountId: AccountId }): void {
  if (actor.accountId !== graph.accountId) {
    throw forbidden('this graph belongs to another account; only that account may change or delete it')
  }
}
