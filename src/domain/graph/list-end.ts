/** The end of the lists of graphs. */

import { beforeAllGraphIds } from '../ids.ts'
import type { ListCursor } from '../ports.ts'

/** A position after the oldest graph, as lists begin with the newest. */
export const listEnd: ListCursor = { createdAt: new Date(0), graphId: beforeAllGraphIds }
