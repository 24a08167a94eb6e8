/** Answering with the newest version of a graph, which may be replaced while it is answered. */

import type { GraphRecord } from '../domain/graph/graph.ts'
import type { Graphs } from '../domain/graph/graphs.ts'
import type { GraphId } from '../domain/ids.ts'
import { AppError, graphNotFound } from '../errors/errors.ts'

/** A graph as an address names it: `ID`, or `ID@3` for a version of it. */
export interface NamedVersion {
  readonly graphId: GraphId
  /** Undefined: the newest. */
  readonly version: number | undefined
}

const attempts = 5

/**
 * Runs `answer` with the record of that version; where the newest was asked for and went meanwhile, once more with the
 * one after it. Rejects with `graph_not_found` or `version_not_found`.
 */
export async function withVersion(
  graphs: Pick<Graphs, 'find'>,
  { graphId, version }: NamedVersion,
  answer: (record: GraphRecord) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const record = await graphs.find(graphId, version)
    if (!record) throw graphNotFound(graphId)
    try {
      return await answer(record)
    } catch (error) {
      const replaced = error instanceof AppError && error.code === 'version_not_found'
      if (!replaced || version !== undefined || attempt === attempts) throw error
    }
  }
}
