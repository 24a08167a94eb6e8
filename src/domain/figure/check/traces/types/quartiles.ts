/** Checks boxes that are given by their quartiles. */

import { shortened } from '../../../faults.ts'
import { none, type Place } from '../../../tree/figure-tree.ts'
import { firstValues } from '../../data/arrays.ts'
import { positionOf } from '../../data/numbers.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Attributes with one value per box. Below `q1` and above `q3` are the fences. */
const names = ['q1', 'median', 'q3', 'lowerfence', 'upperfence', 'mean', 'sd', 'notchspan'] as const
type Name = (typeof names)[number]

/** Warns of quartiles that do not ascend, of fences within the box and of negative lengths, which are not drawn as sent. */
export function checkQuartiles({ tree, findings }: FigureView, { place }: TraceView): void {
  const at = Object.fromEntries(names.map(name => [name, tree.member(place, name)])) as Record<Name, Place>
  if (findings.enough || at.q1 === none || at.median === none || at.q3 === none) return
  const of = Object.fromEntries(
    names.map(name => [name, at[name] === none ? [] : firstValues(tree, at[name])]),
  ) as Record<Name, readonly unknown[]>
  const first = (isWrong: (box: number) => boolean) => of.median.findIndex((_, box) => isWrong(box))
  const value = (name: Name, box: number) => positionOf(of[name][box])
  const warn = (name: Name, box: number, message: string) => {
    if (box !== -1) findings.warn(at[name], message, box)
  }

  const crossed = first(
    box => value('q1', box) > value('median', box) || value('median', box) > value('q3', box),
  )
  if (crossed !== -1) {
    const [low, middle, high] = [of.q1, of.median, of.q3].map(values => shortened(String(values[crossed])))
    warn(
      'q1',
      crossed,
      `${low}, the median ${middle} and q3 ${high} do not ascend, so the box is drawn as a line; are they swapped?`,
    )
    return
  }
  warn(
    'lowerfence',
    first(box => value('lowerfence', box) > value('q1', box)),
    'is above q1, so it is ignored; send a value below the box',
  )
  warn(
    'upperfence',
    first(box => value('upperfence', box) < value('q3', box)),
    'is below q3, so it is ignored; send a value above the box',
  )
  const negative = 'is less than 0, so it is ignored; send a length'
  warn(
    'sd',
    first(box => value('sd', box) < 0),
    negative,
  )
  warn(
    'notchspan',
    first(box => value('notchspan', box) < 0),
    negative,
  )
  if (at.sd !== none && at.mean === none) findings.warn(at.sd, 'is ignored without mean; send both')
}
