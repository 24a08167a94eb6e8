/** Plans a write of appends: which of those that wait for a graph fit its figure, and what each adds to it. */

import { versionConflict } from '../../errors/errors.ts'
import type { AppendRequest } from '../figure/append/append-request.ts'
import { growShape } from '../figure/append/figure-shape.ts'
import { planAppend } from '../figure/append/plan-append.ts'
import type { Segment } from '../figure/append/segment.ts'
import type { AccountId, GraphId } from '../ids.ts'
import type { GraphStore, IdempotencyClaim } from '../ports.ts'
import { versionMadeUnder } from './claims.ts'
import type { KnownShape } from './newest-shapes.ts'

export interface PendingAppend {
  readonly request: AppendRequest
  readonly claim?: IdempotencyClaim | undefined
  /** Rejects with `version_conflict` unless this is the newest version. */
  readonly ifVersion?: number | undefined
}

export interface Waiting extends PendingAppend {
  readonly accountId: AccountId
  readonly resolve: (version: number) => void
  readonly reject: (error: unknown) => void
}

export interface Planned {
  readonly waiting: Waiting
  readonly segment: Segment
  /** Reverts the growth of the shape by this segment. */
  readonly undo: () => void
}

/** Settles appends that were made before or do not fit the figure. Grows the shape by the others and returns them. */
export async function plan(
  graphs: GraphStore,
  graphId: GraphId,
  waiting: readonly Waiting[],
  known: KnownShape,
): Promise<Planned[]> {
  const { shape } = known
  const made = await Promise.allSettled(waiting.map(({ claim }) => versionMadeUnder(graphs, graphId, claim)))
  const planned: Planned[] = []
  for (const [i, each] of waiting.entries()) {
    const before = made[i]
    if (before?.status === 'fulfilled' && before.value !== null) each.resolve(before.value)
    else {
      try {
        if (before?.status === 'rejected') throw before.reason
        const newest = known.version + planned.length
        if (each.ifVersion !== undefined && each.ifVersion !== newest) throw versionConflict(newest)
        const segment = planAppend(shape, each.request)
        planned.push({ waiting: each, segment, undo: growShape(shape, segment) })
      } catch (error) {
        each.reject(error)
      }
    }
  }
  return planned
}
