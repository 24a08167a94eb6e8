/** A place in the gallery as an address carries it. */

import { parseGraphId } from '../../domain/ids.ts'
import type { ListCursor } from '../../domain/ports.ts'

/** A place in the gallery as an address carries it: the moment, then the graph_id. */
export const writeCursor = ({ createdAt, graphId }: ListCursor): string => `${createdAt.getTime()}.${graphId}`

/** Null where the text is no such place. */
export function readCursor(text: string | null): ListCursor | null {
  const [, time, graphId] = /^(\d{1,14})\.(.*)$/.exec(text ?? '') ?? []
  const id = parseGraphId(graphId ?? '')
  return time && id ? { createdAt: new Date(Number(time)), graphId: id } : null
}
