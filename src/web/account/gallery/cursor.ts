/** Cursors of the gallery in addresses. */

import { parseGraphId } from '../../../domain/ids.ts'
import type { ListCursor } from '../../../domain/ports.ts'

/** Writes a cursor: creation time and graph_id. */
export const writeCursor = ({ createdAt, graphId }: ListCursor): string => `${createdAt.getTime()}.${graphId}`

/** Parses a cursor; null if it is invalid. */
export function readCursor(text: string | null): ListCursor | null {
  const [, time, graphId] = /^(\d{1,14})\.(.*)$/.exec(text ?? '') ?? []
  const id = parseGraphId(graphId ?? '')
  return time && id ? { createdAt: new Date(Number(time)), graphId: id } : null
}
