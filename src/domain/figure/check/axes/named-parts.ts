/** Finds the traces of a subplot or axis. Traces are grouped once for all parts of a layout. */

import { usualId } from '../../../../plotly/schema/older-spellings.ts'
import type { FigureView, TraceView } from '../views.ts'

type Named = ReadonlyMap<string, readonly TraceView[]>

const found = new WeakMap<FigureView['traces'], Map<string, Named>>()

/** The traces whose attribute contains that id. `first` is the id of traces without the attribute. */
export function tracesOn(
  figure: Pick<FigureView, 'tree' | 'traces'>,
  attribute: string,
  first: string,
  id: string,
): readonly TraceView[] {
  const { traces } = figure
  const byAttribute = found.get(traces) ?? new Map<string, Named>()
  found.set(traces, byAttribute)
  const named = byAttribute.get(attribute) ?? group(figure, attribute, first)
  byAttribute.set(attribute, named)
  return named.get(id) ?? []
}

const group = (
  { tree, traces }: Pick<FigureView, 'tree' | 'traces'>,
  attribute: string,
  first: string,
): Named => Map.groupBy(traces, ({ place }) => usualId(tree.string(tree.member(place, attribute)) ?? first))
