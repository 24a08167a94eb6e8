/** Global ids: the type's name and its own id. What is not one of ours names nothing, and is answered with null. */

const nodeTypes = new Set(['Graph', 'ApiKey'])

export const encodeGlobalID = (typename: string, id: bigint | number | string): string =>
  Buffer.from(`${typename}:${id}`).toString('base64url')

/** Never rejects: what is no global id becomes a graph with an empty id, which nobody has. */
export function decodeGlobalID(globalId: string): { typename: string; id: string } {
  const [, typename, id] = /^(\w+):(.+)$/s.exec(Buffer.from(globalId, 'base64url').toString()) ?? []
  return typename && id && nodeTypes.has(typename) ? { typename, id } : { typename: 'Graph', id: '' }
}
