/** Replaces the figure of a graph, which makes a new version. */

import { graphNotFound, tooManyConcurrentChanges, versionConflict } from '../../errors/errors.ts'
import { unreachable } from '../../errors/unreachable.ts'
import type { Figure } from '../figure/text.ts'
import type { GraphId } from '../ids.ts'
import type { ChangedGraph, GraphStore, IdempotencyClaim } from '../ports.ts'
import { versionMadeUnder } from './claims.ts'
import type { RequestedExpiry } from './expiry.ts'
import type { Graph, GraphRecord, OwnedGraph } from './graph.ts'
import type { GraphReads } from './graph-reads.ts'

export type NewContent = Pick<GraphRecord, 'title' | 'traceTypes' | 'warnings'> & {
  readonly figure: Figure
  readonly digest: string | undefined
}

export interface ReplacementOptions {
  /** Rejects with `version_conflict` unless this is the newest version. */
  readonly ifVersion?: number | undefined
  readonly claim?: IdempotencyClaim | undefined
  /** Default: no change. */
  readonly expiry?: RequestedExpiry | undefined
}

/** If the claim has made a version already, returns that one, or the newest if that one is no longer kept. */
export type Replace = (
  graph: GraphRecord,
  content: NewContent,
  options?: ReplacementOptions,
) => Promise<Graph>

/** How often a change is retried when the graph was changed concurrently. */
const attempts = 20

/** `onVersion` is called with each new version. */
export function createReplacement(
  graphs: GraphStore,
  readMade: GraphReads['readMade'],
  onVersion: (graph: OwnedGraph) => void,
): Replace {
  async function refuseOther(graphId: GraphId, ifVersion: number): Promise<void> {
    const newest = await graphs.find(graphId)
    if (!newest) throw graphNotFound(graphId)
    if (newest.version !== ifVersion) throw versionConflict(newest.version)
  }

  return async (graph, { figure, digest, ...content }, { ifVersion, claim, expiry } = {}) => {
    const { graphId } = graph
    const { expiresAt, ...unchanged } = graph
    for (let attempt = 0; attempt < attempts; attempt++) {
      const made = await versionMadeUnder(graphs, graphId, claim)
      if (made !== null) return readMade(graphId, made)
      if (attempt > 0 && ifVersion !== undefined) await refuseOther(graphId, ifVersion)
      const record: ChangedGraph = {
        ...unchanged,
        ...content,
        ...(expiry && { expiresAt: expiry.at }),
        updatedAt: new Date(),
        rendering: { status: 'pending', error: null, omitted: [] },
      }
      const outcome = await graphs.replace(record, figure, ifVersion ?? null, claim)
      switch (outcome.kind) {
        case 'absent':
          throw graphNotFound(graphId)
        case 'changed':
          onVersion({ ...graph, version: outcome.version, digest })
          return { expiresAt, ...record, version: outcome.version, figure }
        case 'stale':
          break
        default:
          unreachable(outcome)
      }
    }
    throw tooManyConcurrentChanges()
  }
}
