/** Checks shapes, selections and range breaks, which the library ignores or fails on if a part of them is missing. */

import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { isDate } from '../data/dates.ts'
import type { FigureView } from '../views.ts'

/** The svg path commands that the library supports. */
const pathCommand = /[MLHVQCTSZ]/

/** Checks shapes with a path that is missing or has no command, on which the autorange of axes fails. */
export function checkPaths({ tree, findings, layout }: FigureView): void {
  const shapes = tree.member(layout, 'shapes')
  if (!tree.is(shapes, kinds.array)) return
  for (let shape = tree.first(shapes); shape !== none; shape = tree.next(shape)) {
    const path = tree.member(shape, 'path')
    const type = tree.string(tree.member(shape, 'type'))
    const isPath = type === 'path' || (type === null && path !== none)
    if (!isPath || tree.is(tree.member(shape, 'visible'), kinds.false)) continue
    const text = tree.string(path)
    if (text === '' || pathCommand.test(text ?? '') || tree.member(shape, 'templateitemname') !== none)
      continue
    const message = 'is not a path; write one such as M0,0L1,1Z, with these commands: MLHVQCTSZ'
    if (text === null) findings.error(shape, 'has "type": "path", but no path, such as M0,0L1,1Z')
    else if (['xref', 'yref'].every(name => tree.string(tree.member(shape, name)) === 'paper'))
      findings.warn(path, message)
    else findings.error(path, message)
  }
}

/** Warns of shapes without one of their ends, for which the library uses a quarter or three quarters of the plot. */
export function checkShapeEnds({ tree, findings, layout }: FigureView): void {
  const shapes = tree.member(layout, 'shapes')
  if (!tree.is(shapes, kinds.array)) return
  for (let shape = tree.first(shapes); shape !== none && !findings.enough; shape = tree.next(shape)) {
    if (['path', 'templateitemname'].some(name => tree.member(shape, name) !== none)) continue
    const missing = ['x0', 'x1', 'y0', 'y1'].filter(name => tree.member(shape, name) === none)
    if (missing.length === 0 || missing.length === 4 || !tree.is(shape, kinds.object)) continue
    const letter = missing[0]?.charAt(0)
    findings.warn(
      shape,
      `has no ${missing.join(' and ')}, so a part of the axis is used; send both ends, or its whole length with "${letter}ref": "${letter} domain", "${letter}0": 0, "${letter}1": 1`,
    )
  }
}

/** Matches a move command without coordinates, on which the library fails only in selections. */
const emptyBeginning = /M\s*(?:[A-Z]|$)/

/** Checks selections with such a path, and `separators`. */
export function checkSelections({ tree, findings, layout }: FigureView): void {
  const [separators, selections] = ['separators', 'selections'].map(name => tree.member(layout, name)) as [
    Place,
    Place,
  ]
  if (tree.string(separators) === '')
    findings.error(separators, 'is empty; send the decimal and thousands separators, such as ".,"')
  if (!tree.is(selections, kinds.array)) return
  for (let each = tree.first(selections); each !== none; each = tree.next(each)) {
    const path = tree.member(each, 'path')
    const text = tree.string(path) ?? ''
    if (emptyBeginning.test(text))
      findings.error(path, 'has no starting point; write a path such as M0,0L1,1Z')
    else if (text !== '' && !/^\s*M/.test(text) && tree.string(tree.member(each, 'type')) !== 'rect')
      findings.warn(path, 'is not a path, so the selection is ignored; write one such as M0,0L1,1Z')
  }
}

/** Warns of range breaks that are not dates. */
export function checkRangeBreaks({ tree, findings, parts }: FigureView): void {
  for (const { place: axis } of parts.axes) {
    const gaps = tree.member(axis, 'rangebreaks')
    if (!tree.is(gaps, kinds.array)) continue
    for (let gap = tree.first(gaps); gap !== none; gap = tree.next(gap)) {
      const values = tree.member(gap, 'values')
      if (!tree.is(values, kinds.array)) continue
      const wrong = headOf(tree, values).findIndex(
        each => !(typeof each === 'number' || isDate(String(each))),
      )
      if (wrong !== -1)
        findings.warn(values, 'is not a date, so it is not drawn; write dates as 2024-12-31', wrong)
    }
  }
}
