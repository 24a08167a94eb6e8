/** Renders that a caller requests. Those in other sizes than the default are paid from budgets. */

import type { OwnedGraph } from '../../graph/graph.ts'
import { type ImageSpec, isDefaultLook } from '../look.ts'
import type { Artifacts } from '../ports.ts'
import type { VariantBudget } from '../variant-budget.ts'
import type { InFlightRenders } from './in-flight.ts'

export interface RenderCaller {
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal | undefined
  /** The caller's network address, whose budget pays for renders in other sizes. */
  readonly address?: string | undefined
}

/** Joins a render in flight, which costs nothing, or starts one. Rejects like `join`, or as the budget refuses. */
export type CallerRender = (graph: OwnedGraph, spec: ImageSpec, caller: RenderCaller) => Promise<Artifacts>

export const createCallerRenders =
  (inFlight: InFlightRenders, budget: VariantBudget): CallerRender =>
  async (graph, { format, ...look }, { signal, address = null }) => {
    if (isDefaultLook(look)) return inFlight.join(graph, format, look, { signal })
    let hasStarted = false
    function beforeStart() {
      const giveBack = budget.spend(graph.graphId, address, look)
      hasStarted = true
      return giveBack
    }
    const artifacts = await inFlight.join(graph, format, look, { signal, beforeStart })
    if (hasStarted) for (const { bytes } of artifacts.values()) budget.keep(address, bytes.byteLength)
    return artifacts
  }
