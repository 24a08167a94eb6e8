/** Checks the layout of a figure and its template. */

import { layoutSchema } from '../../../../plotly/schema/schema.ts'
import { none } from '../../tree/figure-tree.ts'
import { checkContainer, maxMembers } from '../schema/walk.ts'
import type { FigureView } from '../views.ts'
import { layoutRules } from './rules.ts'
import { checkTemplate } from './template.ts'

export function checkLayout(figure: FigureView): void {
  const { tree, findings, layout } = figure
  if (layout !== none) {
    checkContainer({ findings, owner: 'layout' }, layout, layoutSchema)
    checkTemplate(findings, layout)
  }
  if (layout !== none && tree.count(layout) > maxMembers) return
  for (const rule of layoutRules) rule(figure)
}
