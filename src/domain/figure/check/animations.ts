/** Checks the buttons and slider steps that play the frames of a figure. */

import { shortened } from '../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../tree/figure-tree.ts'
import type { FigureView } from './views.ts'

/** In bytes. Names in longer arguments are not compared. */
const longestArguments = 10_000

/** Warns of buttons and steps that play frames which do not exist. */
export function checkAnimations({ tree, findings, layout, frames }: FigureView): void {
  let names: ReadonlySet<string> | null = null
  for (const [list, items] of [
    ['updatemenus', 'buttons'],
    ['sliders', 'steps'],
  ] as const)
    for (const control of elementsOf(tree, tree.member(layout, list)))
      for (const item of elementsOf(tree, tree.member(control, items))) {
        if (findings.enough || tree.string(tree.member(item, 'method')) !== 'animate') continue
        if (frames === none || tree.count(frames) === 0) {
          findings.warn(item, 'does nothing, because the figure has no frames; send "frames" beside "data"')
          return
        }
        names ??= namesOf(tree, frames)
        const missing = names.size > 0 ? namedBy(tree, item).find(name => !names?.has(name)) : undefined
        if (missing !== undefined)
          findings.warn(
            item,
            `plays ${shortened(JSON.stringify(missing))}, which is the name of no frame`,
            'args',
          )
      }
}

function* elementsOf(tree: FigureTree, list: Place): Generator<Place> {
  if (!tree.is(list, kinds.array)) return
  for (let each = tree.first(list); each !== none; each = tree.next(each)) yield each
}

/** The names of all frames. Empty if one has none, because the library then makes one up. */
function namesOf(tree: FigureTree, frames: Place): ReadonlySet<string> {
  const names = new Set<string>()
  for (const frame of elementsOf(tree, frames)) {
    const name = tree.member(frame, 'name')
    if (name === none) return new Set()
    names.add(tree.string(name) ?? tree.text(name))
  }
  return names
}

/** The names of frames in the first argument. */
function namedBy(tree: FigureTree, item: Place): readonly string[] {
  const args = tree.member(item, 'args')
  if (!tree.is(args, kinds.array) || tree.end(args) - tree.start(args) > longestArguments) return []
  const [first] = tree.value(args) as unknown[]
  return Array.isArray(first) ? first.filter(name => typeof name === 'string') : []
}
