/** A place in the gallery as an address carries it. */

import type { ListCursor } from '../../domain/ports.ts'

/** A place in the gallery as an address carries it: the moment, then the graph_id. */
export const writeCursor = ({ createdAt, graphId }: ListCursor): string => `${createdAt.getTime()}.${graphId}`

/** Null where the text is no such place. */
export function readCursor(text: string | null): ListCursor | null {
  const [, time, graphId] = /^(\d{1,14})\.([A-Za-z0-9_-]{21})$/.exec(text ?? '') ?? []
  return time && graphId ? { createdAt: new Date(Number(time)), graphId } : null
}
