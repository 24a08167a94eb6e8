/** The ids of the domain, each a type of its own. Text from outside becomes one here and nowhere else. */

import { randomBytes } from 'node:crypto'
import { graphNotFound } from '../errors/errors.ts'

declare const kind: unique symbol

/** A string that was found to be an id of that kind: the compiler takes no other in its place. */
type Id<Kind extends string> = string & { readonly [kind]: Kind }

/** 21 characters of `A-Za-z0-9_-`, random: who knows it may read the graph (contract, "REST"). */
export type GraphId = Id<'graph'>
/** The account that graphs and keys belong to. */
export type AccountId = Id<'account'>
/** The public half of an API key: finds its record and tells nothing of the secret. */
export type KeyId = Id<'key'>
/** A signed-in browser, as its owner sees it in the list of sessions. */
export type SessionId = Id<'session'>

const graphIdShape = /^[A-Za-z0-9_-]{21}$/

/** The id that a text is; null where it has another form, and so need not be looked up. */
export const parseGraphId = (text: string): GraphId | null =>
  graphIdShape.test(text) ? (text as GraphId) : null

/** The id that an address or argument names; rejects with `graph_not_found` where it can be none. */
export function requireGraphId(text: string): GraphId {
  const id = parseGraphId(text)
  if (id === null) throw graphNotFound(text)
  return id
}

/** Comes before every graph_id of the same moment in a list, and is the id of none. */
export const beforeAllGraphIds = '' as GraphId

/** An account's id as the directory makes it, or as an operator's command names it. */
export const accountIdOf = (text: string): AccountId => text as AccountId

/** A key's id as its fingerprint or a caller gives it; whether there is such a key, its record says. */
export const keyIdOf = (text: string): KeyId => text as KeyId

/** A session's id as it is made of the token. */
export const sessionIdOf = (text: string): SessionId => text as SessionId

const randomIdBytes = 16

/**
 * Makes new graph_ids, of 126 random bits each. The system is asked for the bytes of many at once, since each
 * question takes as long as hashing a key; no byte is used twice.
 */
export function createGraphIds(): () => GraphId {
  let pool = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === pool.length) {
      pool = randomBytes(randomIdBytes * 256)
      used = 0
    }
    used += randomIdBytes
    return pool.toString('base64url', used - randomIdBytes, used).slice(0, 21) as GraphId
  }
}
