/** Warns of items of lists that the library ignores because they lack a required attribute. */

import { entryOf } from '../../../../plotly/json.ts'
import { type FigureTree, none, type Place } from '../../tree/figure-tree.ts'
import type { Findings } from '../findings.ts'

type Lack = (tree: FigureTree, part: Place) => string | null

const isThere = (tree: FigureTree, part: Place, name: string) => tree.member(part, name) !== none

/** Buttons of range selectors, which have useful defaults. */
const isOfRangeSelector = (tree: FigureTree, button: Place) =>
  tree.index(tree.parent(tree.parent(button))) === -1

/** What items of a list may lack, by the name of the list. */
const lacks: Readonly<Record<string, Lack>> = {
  tickformatstops: (tree, part) => (isThere(tree, part, 'dtickrange') ? null : 'a dtickrange [from, to]'),
  rangebreaks: (tree, part) =>
    ['bounds', 'values', 'templateitemname'].some(name => isThere(tree, part, name))
      ? null
      : 'bounds [from, to], or values',
  selections: (tree, part) =>
    isThere(tree, part, 'path') || ['x0', 'x1', 'y0', 'y1'].every(name => isThere(tree, part, name))
      ? null
      : 'x0, x1, y0 and y1, or a path',
  images: (tree, part) =>
    ['sizex', 'sizey'].every(name => isThere(tree, part, name)) || isThere(tree, part, 'templateitemname')
      ? null
      : 'a size: sizex and sizey',
  buttons: (tree, part) =>
    isOfRangeSelector(tree, part) ||
    ['args', 'templateitemname'].some(name => isThere(tree, part, name)) ||
    tree.string(tree.member(part, 'method')) === 'skip'
      ? null
      : 'args, an array',
  steps: (tree, part) =>
    ['range', 'args', 'method'].some(name => isThere(tree, part, name)) ? null : 'a range [from, to]',
}

/** Warns of incomplete items of a list. */
export function checkIncomplete(findings: Findings, list: Place): void {
  const { tree } = findings
  const lack = tree.index(list) === -1 ? entryOf(lacks, tree.key(list)) : undefined
  if (!lack) return
  for (let part = tree.first(list); part !== none && !findings.enough; part = tree.next(part)) {
    const wanted = lack(tree, part)
    if (wanted !== null) findings.warn(part, `is ignored, because it needs ${wanted}`)
  }
}
