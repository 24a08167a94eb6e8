/** Checks the buttons and slider steps that play the frames of a figure. */

import { quotedValue } from '../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import type { FigureView } from '../views.ts'

/** In bytes. Names in longer arguments are not compared. */
const longestArguments = 10_000

/** Warns of buttons and steps that play frames which do not exist. */
export function checkFramesPlayed({ tree, findings, frames }: FigureView, items: readonly Place[]): void {
  let names: ReadonlySet<string> | null = null
  let groups: ReadonlySet<string> | null = null
  for (const item of items) {
    if (findings.enough || tree.string(tree.member(item, 'method')) !== 'animate') continue
    if (frames === none || tree.count(frames) === 0) {
      findings.warn(item, 'does nothing, because the figure has no frames; send "frames" beside "data"')
      return
    }
    names ??= valuesOf(tree, frames, 'name')
    const first = firstArgument(tree, item)
    const missing = names.size > 0 ? namedBy(first).find(name => !names?.has(name)) : undefined
    if (missing !== undefined)
      findings.warn(item, `plays ${quotedValue(missing)}, which is the name of no frame`, 'args')
    if (typeof first !== 'string' || !names.has(first)) continue
    groups ??= valuesOf(tree, frames, 'group')
    if (!groups.has(first))
      findings.warn(
        item,
        `plays the frames of the group ${quotedValue(first)}, and no frame is of it; for the frame of this name send [[${quotedValue(first)}]]`,
        'args',
      )
  }
}

/** The names or groups of all frames. Empty if one has none: the library makes names up. */
function valuesOf(tree: FigureTree, frames: Place, member: 'name' | 'group'): ReadonlySet<string> {
  const values = new Set<string>()
  for (let frame = tree.first(frames); frame !== none; frame = tree.next(frame)) {
    const value = tree.member(frame, member)
    if (value !== none) values.add(tree.string(value) ?? tree.text(value))
    else if (member === 'name') return new Set()
  }
  return values
}

function firstArgument(tree: FigureTree, item: Place): unknown {
  const args = tree.member(item, 'args')
  if (!tree.is(args, kinds.array) || tree.end(args) - tree.start(args) > longestArguments) return
  return (tree.value(args) as unknown[])[0]
}

/** The names of frames in the first argument. */
const namedBy = (first: unknown): readonly string[] =>
  Array.isArray(first) ? first.filter(name => typeof name === 'string') : []
