/** Global ids, which contain the name of a type and an id. Invalid ids resolve to null. */

const nodeTypes = new Set(['Graph', 'ApiKey'])

export const encodeGlobalID = (typename: string, id: bigint | number | string): string =>
  Buffer.from(`${typename}:${id}`).toString('base64url')

/** Never throws. An invalid id becomes the id of a graph that does not exist. */
export function decodeGlobalID(globalId: string): { typename: string; id: string } {
  const [, typename, id] = /^(\w+):(.+)$/s.exec(Buffer.from(globalId, 'base64url').toString()) ?? []
  return typename && id && nodeTypes.has(typename) ? { typename, id } : { typename: 'Graph', id: '' }
}
