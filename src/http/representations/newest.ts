/** Answers with the newest version of a graph, which may be replaced meanwhile. */

import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'
import type { GraphId } from '../../domain/ids.ts'
import { AppError, graphNotFound } from '../../errors/errors.ts'

/** A graph or version as named in an address: `ID` or `ID@3`. */
export interface NamedVersion {
  readonly graphId: GraphId
  /** Undefined for the newest. */
  readonly version: number | undefined
}

const attempts = 5

/**
 * Calls `answer` with the record of the version. If the newest was requested and has been replaced and removed meanwhile,
 * calls it again with the next one. Rejects with `graph_not_found` or `version_not_found`.
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
