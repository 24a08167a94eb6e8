/** Checks the arrows of annotations, whose tails are given in pixels from their heads. */

import { kinds, none } from '../../tree/figure-tree.ts'
import type { FigureView } from '../views.ts'

/** The length of an arrowhead. Shorter arrows are not seen. */
const shortest = 5

/** Warns of tails that are meant as positions on axes. */
export function checkTails({ tree, findings, layout }: FigureView): void {
  const list = tree.member(layout, 'annotations')
  if (!tree.is(list, kinds.array)) return
  for (let item = tree.first(list); item !== none && !findings.enough; item = tree.next(item)) {
    const [x, y] = ['ax', 'ay'].map(name => tree.number(tree.member(item, name)))
    if (x == null || y == null || tree.is(tree.member(item, 'showarrow'), kinds.false)) continue
    const areOnAxes = ['axref', 'ayref'].some(
      name => (tree.string(tree.member(item, name)) ?? 'pixel') !== 'pixel',
    )
    const length = Math.hypot(x, y)
    if (!areOnAxes && length > 0 && length < shortest)
      findings.warn(
        tree.member(item, 'ax'),
        `and ay are pixels, so the arrow is ${Number(length.toPrecision(2))} pixels long; for a position on the axes, set "axref": "x" and "ayref": "y"`,
      )
  }
}
