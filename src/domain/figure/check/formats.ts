/** Formats of other languages: what the library prints as it stands, or not at all. */

import type { Attribute } from '../../../plotly/schema.ts'
import { kinds, none, type Place, root } from '../tree/figure-tree.ts'
import type { Findings } from './findings.ts'

const templates = /^(?:hover|text)template$/
const formats = /^(?:tick|hover|[xyz]hover|value)format$/

/** Formats of Python, moment.js and C. A text may be as long as its body, so each letter of it is looked at once. */
function isForeign(text: string): boolean {
  const [begin, end] = [text.indexOf('{'), text.lastIndexOf('}')]
  const around = begin !== -1 && end > begin ? text.slice(0, begin) + text.slice(end + 1) : null
  const isPython = around !== null && !around.includes('%')
  const isMoment = /YY|DD|MM|HH/i.test(text) && !text.includes('%')
  return isPython || isMoment || /%[-+ 0]?\d*\.\d+[a-z%]/i.test(text)
}

export function checkFormat(findings: Findings, place: Place, { kind }: Attribute): void {
  const { tree } = findings
  if (kind !== 'string' || findings.enough || !tree.is(place, kinds.string)) return
  const name = tree.key(place)
  const text = templates.test(name) || formats.test(name) ? (tree.string(place) as string) : ''
  const braces = /(?:^|[^%$])\{(\w+(?:[.[]\w+\]?)*(?::[^{}]*)?)\}/.exec(text)
  if (templates.test(name) && braces && !text.includes('%{'))
    findings.warn(place, `prints {${braces[1]}} as it stands; write %{${braces[1]}}`)
  else if (templates.test(name) && text.lastIndexOf('%{') > text.lastIndexOf('}'))
    findings.warn(place, 'prints what follows its last %{ as it stands; close it with }')
  else if (templates.test(name) && /%\{customdata\b/.test(text) && lacksData(findings, place))
    findings.warn(place, 'names customdata, which the trace does not have; send an array with one a point')
  else if (formats.test(name) && isForeign(text))
    findings.warn(place, 'is no format of d3; numbers have ".2f", dates "%Y-%m-%d"')
}

/** Frames may bring it. */
const lacksData = ({ tree }: Findings, template: Place): boolean =>
  tree.member(tree.parent(template), 'customdata') === none && tree.at(root, 'frames') === none
