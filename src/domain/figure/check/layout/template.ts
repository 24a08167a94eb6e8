/** Checks templates. They are written for many releases, so only faults that prevent drawing are reported. */

import { layoutSchema, memberOf, traceSchema } from '../../../../plotly/schema/schema.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import type { Findings } from '../findings.ts'
import { kindName, quoted } from '../messages.ts'
import { checkContainer } from '../schema/walk.ts'

export function checkTemplate(findings: Findings, layout: Place): void {
  const { tree } = findings
  const template = tree.member(layout, 'template')
  if (template === none) return
  if (!tree.is(template, kinds.object)) {
    findings.error(template, () => noTemplate(findings, template))
    return
  }
  checkWrapping(findings, template)
  const walk = { findings, onlyErrors: true, owner: 'layout' }
  const layoutPart = tree.member(template, 'layout')
  if (tree.is(layoutPart, kinds.object)) checkContainer(walk, layoutPart, layoutSchema)
  const dataPart = tree.member(template, 'data')
  if (!tree.is(dataPart, kinds.object)) return
  for (let list = tree.first(dataPart); list !== none; list = tree.next(list)) {
    const schema = traceSchema(tree.key(list))
    if (!schema || !tree.is(list, kinds.array)) {
      if (schema && tree.is(list, kinds.object))
        findings.warn(list, 'is ignored, because it is not an array of traces; enclose it in brackets: [{…}]')
      continue
    }
    for (let trace = tree.first(list); trace !== none; trace = tree.next(trace))
      checkContainer({ ...walk, owner: tree.key(list) }, trace, schema)
  }
}

/** Warns of layout attributes beside the template's `layout`, which are ignored. */
function checkWrapping(findings: Findings, template: Place): void {
  const { tree } = findings
  for (let member = tree.first(template); member !== none; member = tree.next(member)) {
    const name = tree.key(member)
    if (name === 'layout' || name === 'data' || !memberOf(layoutSchema, name)) continue
    findings.warn(member, `is ignored, because a template has it in "layout": {"layout": {"${name}": …}}`)
  }
}

/** The message for a template that is not an object. Names of templates are known only to Python's library. */
function noTemplate({ tree }: Findings, template: Place): string {
  const name = tree.string(template)
  const got = `must be an object {"layout": …, "data": …}, got ${name === null ? kindName(tree.kind(template)) : quoted(tree, template)}`
  if (name === null) return got
  return (
    `${got}; only Python's plotly knows templates by name: send plotly.io.templates[${quoted(tree, template)}]` +
    '.to_plotly_json(), or leave it out for the default style'
  )
}
