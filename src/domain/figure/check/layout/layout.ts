/** The layout of a figure, and the template under it. */

import { layoutSchema, traceSchema } from '../../../../plotly/schema.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import type { Findings } from '../findings.ts'
import { kindName, quoted } from '../messages.ts'
import { checkContainer, maxMembers } from '../schema/walk.ts'
import type { FigureView } from '../views.ts'
import { layoutRules } from './rules.ts'

export function checkLayout(figure: FigureView): void {
  const { tree, findings, layout } = figure
  if (layout !== none) {
    checkContainer({ findings, owner: 'layout' }, layout, layoutSchema)
    checkTemplate(findings, layout)
  }
  if (layout !== none && tree.count(layout) > maxMembers) return
  for (const rule of layoutRules) rule(figure)
}

function checkTemplate(findings: Findings, layout: Place): void {
  const { tree } = findings
  const template = tree.member(layout, 'template')
  if (template === none) return
  if (!tree.is(template, kinds.object)) {
    findings.error(template, () => noTemplate(findings, template))
    return
  }
  const walk = { findings, onlyErrors: true, owner: 'layout' }
  const layoutPart = tree.member(template, 'layout')
  if (tree.is(layoutPart, kinds.object)) checkContainer(walk, layoutPart, layoutSchema)
  const dataPart = tree.member(template, 'data')
  if (!tree.is(dataPart, kinds.object)) return
  for (let list = tree.first(dataPart); list !== none; list = tree.next(list)) {
    const schema = traceSchema(tree.key(list))
    if (!schema || !tree.is(list, kinds.array)) continue
    for (let trace = tree.first(list); trace !== none; trace = tree.next(trace))
      checkContainer({ ...walk, owner: tree.key(list) }, trace, schema)
  }
}

/** Names of templates are known to Python's library alone: a figure carries the whole. */
function noTemplate({ tree }: Findings, template: Place): string {
  const name = tree.string(template)
  const got = `must be an object {"layout": …, "data": …}, got ${name === null ? kindName(tree.kind(template)) : quoted(tree, template)}`
  if (name === null) return got
  return (
    `${got}; names are known to Python's plotly alone: send plotly.io.templates[${quoted(tree, template)}]` +
    '.to_plotly_json(), or leave it out for the default style'
  )
}
