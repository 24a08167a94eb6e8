/** Checks the frames of an animation. */

import { layoutSchema, traceSchema } from '../../../plotly/schema/schema.ts'
import { kinds, none, type Place } from '../tree/figure-tree.ts'
import { kindName, mustBeObject } from './messages.ts'
import { checkContainer } from './schema/walk.ts'
import { elementKinds } from './traces/traces.ts'
import type { FigureView, TraceView } from './views.ts'

const frameMembers: ReadonlySet<string> = new Set([
  ...['data', 'layout', 'name', 'group', 'traces', 'baseframe'],
  // Bookkeeping in exported figures.
  ...['id', 'layoutsrc', '_priority'],
])

/** Enough for an animation of seven minutes. */
const maxFrames = 10_000

export function checkFrames(figure: FigureView): void {
  const { tree, findings, frames, traces } = figure
  if (frames === none) return
  if (tree.count(frames) > maxFrames) {
    findings.error(frames, `${tree.count(frames)} frames are more than ${maxFrames}; send fewer of them`)
    return
  }
  if (tree.mask(frames) & ~kinds.object) {
    elementKinds(findings, frames).forEach((kind, i) => {
      if (kind !== kinds.object) findings.error(frames, `a frame must be an object, got ${kindName(kind)}`, i)
    })
  }
  for (let frame = tree.first(frames); frame !== none; frame = tree.next(frame)) {
    for (let member = tree.first(frame); member !== none; member = tree.next(member)) {
      if (!frameMembers.has(tree.key(member)) && !findings.enough)
        findings.warn(
          member,
          'is ignored; the attributes of a frame are data, layout, name, group and traces',
        )
    }
    const layout = tree.member(frame, 'layout')
    if (tree.is(layout, kinds.object)) checkContainer({ findings, owner: 'layout' }, layout, layoutSchema)
    else if (layout !== none) findings.error(layout, () => mustBeObject(tree, layout, layoutSchema))
    const data = tree.member(frame, 'data')
    if (tree.is(data, kinds.object))
      findings.warn(data, 'is ignored, because it is not an array of traces; enclose it in brackets: [{…}]')
    if (!tree.is(data, kinds.array)) continue
    const numbers = traceNumbers(frame)
    for (let trace = tree.first(data); trace !== none; trace = tree.next(trace))
      checkFrameTrace(trace, numbers?.[tree.index(trace)] ?? tree.index(trace))
  }

  /** The indices of the traces that a frame changes; null if it does not name them. */
  function traceNumbers(frame: Place): readonly unknown[] | null {
    const numbers = tree.member(frame, 'traces')
    return tree.is(numbers, kinds.array) && tree.count(numbers) < 10_000
      ? (tree.value(numbers) as unknown[])
      : null
  }

  /** Checks a trace of a frame. Its type is its own or that of the trace it changes. */
  function checkFrameTrace(trace: Place, number: unknown): void {
    if (figure.data !== none && Number(number) >= tree.count(figure.data) && !findings.enough)
      findings.warn(
        trace,
        `is ignored, because there is no data[${number}] that it could change; add such a trace`,
      )
    const own = tree.string(tree.member(trace, 'type'))
    const type = own ?? traceAt(traces, number)?.type ?? 'scatter'
    const schema = traceSchema(type)
    if (schema) checkContainer({ findings, owner: type }, trace, schema)
  }

  function traceAt(all: readonly TraceView[], number: unknown): TraceView | undefined {
    return all.find(({ place }) => tree.index(place) === number)
  }
}
