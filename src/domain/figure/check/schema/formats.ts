/** Warns of formats and templates in the syntax of other languages. */

import { type Attribute, traceSchema, traceTypes } from '../../../../plotly/schema/schema.ts'
import { nearest } from '../../nearest.ts'
import { kinds, none, type Place, root } from '../../tree/figure-tree.ts'
import type { Findings } from '../findings.ts'
import { traceName } from '../messages.ts'
import type { Walk } from '../views.ts'
import { checkCustomData } from './custom-data.ts'
import { checkMarkup } from './markup.ts'
import { variablesWithout } from './text-variables.ts'

const templates = /^(?:hover|text)template$/
const formats = /^(?:tick|hover|[xyz]hover|value)format$/

/** Detects formats of Python, moment.js and C. Runs in linear time, because texts may be as long as the body. */
function isForeign(text: string): boolean {
  const [begin, end] = [text.indexOf('{'), text.lastIndexOf('}')]
  const around = begin !== -1 && end > begin ? text.slice(0, begin) + text.slice(end + 1) : null
  const isPython = around !== null && !around.includes('%')
  const isMoment = /YY|DD|MM|HH/i.test(text) && !text.includes('%')
  return isPython || isMoment || /%[-+ 0]?\d*\.\d+[a-z%]/i.test(text)
}

/** Matches formats of spreadsheets: `0.00`, `#,##0` and `0%`. */
const ofSpreadsheets = /##|^[#0,]*0(?:\.[0#]+%?|%)$/

/** The same within a template: `%{y:0.00}`. */
const namedFormat = /%\{[^{}:]*:[#0,]*0(?:\.[0#]+%?|%)\}/

/** Matches JavaScript placeholders: `${y}` instead of `%{y}`. */
const ofJavaScript = /\$\{(([A-Za-z]\w{0,40})(?:[.:[][^{}]*)?)\}/

/** Usual variables of templates. The library adds others such as `xLabel` and `_xother`. */
const usual = ['x', 'y', 'z', 'text', 'label', 'value', 'percent', 'customdata', 'lat', 'lon', 'meta']
const computed = new Set([
  ...usual,
  ...['x0', 'x1', 'y0', 'y1', 'slope', 'dx', 'dy', 'width', 'height', 'length', 'xcenter', 'ycenter'],
  ...['data', 'fullData', 'layout', 'xaxis', 'yaxis', 'curveNumber', 'index', 'i', 'bin', 'binNumber', 'ct'],
  ...['pointNumber', 'pointNumbers', 'pointIndex', 'id', 'properties', 'norm', 'location', 'probability'],
  ...['category', 'categorycount', 'colorcount', 'bandcolorcount', 'count', 'color', 'colormodel'],
  ...['currentPath', 'root', 'entry', 'parent', 'percentRoot', 'percentEntry', 'percentParent'],
  ...[
    'percentInitial',
    'percentPrevious',
    'percentTotal',
    'initial',
    'delta',
    'final',
    'flow',
    'source',
    'target',
  ],
  ...['sourceLinks', 'targetLinks', 'tubex', 'tubey', 'tubez', 'tubeu', 'tubev', 'tubew', 'divergence', 'v'],
  ...['xVal', 'yVal', 'zVal', 'real', 'imag'],
])

const dataNames = new Set<string>()

function isKnown(name: string): boolean {
  if (dataNames.size === 0)
    for (const type of traceTypes)
      for (const each of traceSchema(type)?.members.keys() ?? []) dataNames.add(each)
  return computed.has(name) || dataNames.has(name) || name.endsWith('Label')
}

/** The first variable of a template that satisfies the condition. */
function firstName(text: string, isSought: (name: string) => boolean): string | null {
  for (const [, name] of text.matchAll(/%\{([A-Za-z]\w{0,40})(?=[}.:|[])/g))
    if (name !== undefined && isSought(name)) return name
  return null
}

function checkTemplate({ findings, owner }: Walk, place: Place, text: string): void {
  if (namedFormat.test(text)) {
    findings.warn(place, 'has a format with another meaning in d3; numbers use ".2f", percentages ".0%"')
    return
  }
  const name = firstName(text, each => !isKnown(each))
  if (name === null) {
    if (findings.tree.key(place) === 'texttemplate') checkVariables(findings, owner, place, text)
    return
  }
  const near = nearest(name, usual)
  findings.warn(
    place,
    `uses %{${name}}, which no point has${near ? `; did you mean %{${near}}?` : '; put your own values into customdata'}`,
  )
}

/** Warns of variables that other types of traces have. */
function checkVariables(findings: Findings, type: string, place: Place, text: string): void {
  const other = firstName(text, each => variablesWithout(each, type) !== null)
  if (other === null) return
  const own = variablesWithout(other, type)?.map(each => `%{${each}}`)
  findings.warn(
    place,
    `uses %{${other}}, which ${traceName(type)} does not have, so "-" is drawn; it has ${own?.join(', ')}, %{text} and %{customdata}`,
  )
}

export function checkFormat(walk: Walk, place: Place, { kind }: Attribute): void {
  const { findings } = walk
  const { tree } = findings
  if (kind !== 'string' || findings.enough || !tree.is(place, kinds.string)) return
  const name = tree.key(place)
  if (name === 'text' || name === 'name' || templates.test(name)) checkMarkup(findings, place)
  const isTemplate = templates.test(name)
  if (!isTemplate && !formats.test(name)) return
  const text = tree.string(place) as string
  const braces = /(?:^|[^%$])\{(\w+(?:[.[]\w+\]?)*(?::[^{}]*)?)\}/.exec(text)
  const script = isTemplate ? ofJavaScript.exec(text) : null
  if (script && isKnown(script[2] as string))
    findings.warn(place, `prints ${script[0]} as it is; write %{${script[1]}}`)
  else if (isTemplate && braces && !text.includes('%{'))
    findings.warn(place, `prints {${braces[1]}} as it is; write %{${braces[1]}}`)
  else if (isTemplate && text.lastIndexOf('%{') > text.lastIndexOf('}'))
    findings.warn(place, 'prints what follows its last %{ as it is; close it with }')
  else if (isTemplate && /%\{customdata\b/.test(text) && lacksData(findings, place))
    findings.warn(
      place,
      'uses customdata, which the trace does not have; send an array with one value for each point',
    )
  else if (isTemplate && checkCustomData(walk, place, text)) return
  else if (!isTemplate && (isForeign(text) || ofSpreadsheets.test(text)))
    findings.warn(place, 'is not a d3 format; numbers use ".2f", dates "%Y-%m-%d"')
  else if (isTemplate && text.includes('%{')) checkTemplate(walk, place, text)
}

/** Whether the trace has no customdata and no frame may add it. */
const lacksData = ({ tree }: Findings, template: Place): boolean =>
  tree.member(tree.parent(template), 'customdata') === none && tree.at(root, 'frames') === none
