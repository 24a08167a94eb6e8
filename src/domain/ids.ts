/** Branded types for the ids of the domain. Only this module turns text from outside into an id. */

import { randomBytes } from 'node:crypto'
import { graphNotFound } from '../errors/errors.ts'

declare const kind: unique symbol

/** A string that was checked to be an id of this kind. The compiler accepts no other string in its place. */
type Id<Kind extends string> = string & { readonly [kind]: Kind }

/** 21 random characters of `A-Za-z0-9_-`. Whoever knows the id may read the graph (contract, "REST"). */
export type GraphId = Id<'graph'>
/** The account that graphs and keys belong to. */
export type AccountId = Id<'account'>
/** The public half of an API key. It identifies the key's record and reveals nothing about the secret. */
export type KeyId = Id<'key'>
/** A signed-in browser, as its owner sees it in the list of sessions. */
export type SessionId = Id<'session'>

/** What a graph_id looks like, for messages about addresses that have none. */
export const idShape = 'an id has 21 letters, digits, "_" or "-"'
/** The syntax of graph_ids. */
export const graphIdShape = /^[A-Za-z0-9_-]{21}$/

/** Returns null for a text that cannot be a graph_id, so that the store need not be asked. */
export const parseGraphId = (text: string): GraphId | null =>
  graphIdShape.test(text) ? (text as GraphId) : null

/** The graph_id in an address or argument. Throws `graph_not_found` for a text that cannot be one. */
export function requireGraphId(text: string): GraphId {
  const id = parseGraphId(text)
  if (id === null) throw graphNotFound(text, idShape)
  return id
}

/** Sorts before every graph_id. No graph has this id. */
export const beforeAllGraphIds = '' as GraphId

/** For ids made by the account directory or given to an operator's command. */
export const accountIdOf = (text: string): AccountId => text as AccountId

/** For ids read from a key or given by a caller. The key itself may not exist. */
export const keyIdOf = (text: string): KeyId => text as KeyId

/** For ids derived from a session's token. */
export const sessionIdOf = (text: string): SessionId => text as SessionId

const randomIdBytes = 16

/**
 * Returns a function that makes new graph_ids of 126 random bits each. Random bytes are fetched for 256 ids at once,
 * because each system call takes as long as hashing a key. No byte is used twice.
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
