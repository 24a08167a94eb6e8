/** Checks the top level of a body: its keys, the kinds of `data`, `layout` and `frames`, and misplaced figures. */

import { layoutSchema, memberOf, traceSchema } from '../../../plotly/schema/schema.ts'
import { nearest } from '../nearest.ts'
import { type FigureTree, kinds, none, type Place, root } from '../tree/figure-tree.ts'
import type { Findings } from './findings.ts'
import { isEmptyArray, kindName } from './messages.ts'
import { maxMembers, tooManyMembers } from './schema/walk.ts'

/** The keys of a figure. */
export const figureKeys: readonly string[] = ['data', 'layout', 'frames']

/**
 * Additional keys that are accepted and ignored, because exports contain them: `config` for display, `version` by plotly.js
 * (`full-json`), and the others by R's plotly (`plotly_json()`).
 */
export const ignoredKeys: readonly string[] = [
  'config',
  'version',
  'attrs',
  'base_url',
  'cur_data',
  'highlight',
  'layoutAttrs',
  'shinyEvents',
  'source',
  'subplot',
  'visdat',
]

/** The media type of figures in the outputs of notebooks. */
const notebookName = 'application/vnd.plotly.v1+json'

/** The paths of figures in other formats: Dash (`props.figure`), R's htmlwidgets (`x`) and notebooks. */
const wrappers: readonly (readonly string[])[] = [
  ['figure'],
  ['fig'],
  ['graph'],
  ['plot'],
  ['chart'],
  ['x'],
  ['props', 'figure'],
  [notebookName],
]

/** What charts of other libraries and notebooks have, by which they are recognised. */
const foreign: readonly (readonly [name: string, paths: readonly (readonly string[])[]])[] = [
  ['a chart of Chart.js', [['data', 'datasets']]],
  ['a chart of Vega-Lite', [['mark'], ['encoding']]],
  ['a chart of Vega', [['marks'], ['scales']]],
  ['a chart of Highcharts', [['series'], ['chart']]],
  ['a chart of ECharts', [['series'], ['xAxis']]],
  ['a notebook', [['cells'], ['nbformat']]],
]

/** Reports a chart of another library, or a notebook. Returns whether it is one; no other checks are needed then. */
export function checkForeign(findings: Findings): boolean {
  const { tree } = findings
  if (tree.count(root) > maxMembers || tree.is(tree.at(root, 'data'), kinds.array)) return false
  const [name] = foreign.find(([, paths]) => paths.every(path => tree.at(root, ...path) !== none)) ?? []
  if (name === undefined) return false
  findings.error(
    root,
    `the body is ${name}; send a figure of Plotly: {"data": [{"type": "bar", "x": [ … ], "y": [ … ]}], "layout": {…}}`,
  )
  return true
}

/** Reports a figure that is nested in another object. Returns whether it found one; no other checks are needed then. */
export function checkWrapper(findings: Findings): boolean {
  const { tree } = findings
  if (tree.count(root) > maxMembers || tree.at(root, 'data') !== none) return false
  const wrapper = wrappers.find(names => tree.at(root, ...names, 'data') !== none)
  if (!wrapper) return false
  findings.error(
    tree.at(root, wrapper[0] as string),
    `unknown key; the figure is in ${wrapper.join('.')}: send that object alone, {"data": …, "layout": …}`,
  )
  return true
}

/** Reports unknown keys. */
export function checkKeys(findings: Findings): void {
  const { tree, faults } = findings
  if (tree.count(root) > maxMembers) {
    findings.error(root, tooManyMembers(tree.count(root)))
    return
  }
  for (let child = tree.first(root); child !== none; child = tree.next(child)) {
    if (faults.full) return
    const key = tree.key(child)
    // The forbidden name is reported separately.
    if (isKnown(key) || key === '__proto__') continue
    findings.error(child, () => unknownKey(key))
  }
}

const isKnown = (key: string): boolean => figureKeys.includes(key) || ignoredKeys.includes(key)

/** The key that was probably meant. */
const meantBy = (key: string): string | null =>
  key === 'traces' || key === 'series' ? 'data' : nearest(key, figureKeys)

/** Keys that have their place elsewhere, by the name of what they are. */
const elsewhere: readonly (readonly [keys: readonly string[], remedy: string])[] = [
  [['ok', 'graph_id', 'image_url', 'permalink'], 'the service sets it; leave it out'],
  [
    ['format', 'scale', 'theme', 'background', 'locale'],
    'it is a parameter of images: send it in the address, such as /v1/render?KEY=…',
  ],
  [['expires', 'expiresAt'], 'send the header Plotgate-Expires, such as "90d"'],
  [['idempotencyKey', 'idempotency_key'], 'send it as the header Idempotency-Key'],
  [['points', 'keep'], 'points are appended by POST /v1/graph/:graph_id/points'],
  [['query', 'mutation', 'variables'], 'queries of GraphQL are sent to /graphql'],
  [
    ['filename', 'fileopt'],
    'a graph has no file name; PUT /v1/graph/:graph_id replaces its figure under the same address',
  ],
  [
    ['sharing', 'world_readable'],
    'leave it out: everyone who knows the address of a graph can see it, and nobody else',
  ],
]

function unknownKey(key: string): string {
  const [, remedy] = elsewhere.find(([keys]) => keys.includes(key)) ?? []
  if (remedy) return `unknown key; ${remedy.replace('KEY', key)}`
  const meant = meantBy(key)
  if (meant) return `unknown key; did you mean ${meant}?`
  if (memberOf(layoutSchema, key))
    return `unknown key; it belongs in the layout: {"layout": {${JSON.stringify(key)}: …}}`
  if (traceSchema('scatter')?.members.has(key))
    return `unknown key; it belongs in a trace: {"data": [{${JSON.stringify(key)}: …}]}`
  return `unknown key; a figure has ${figureKeys.join(', ')}`
}

/** Whether another key probably contains the traces, which was reported. */
function isMisnamed(tree: FigureTree): boolean {
  for (let child = tree.first(root); child !== none; child = tree.next(child)) {
    const key = tree.key(child)
    if (!isKnown(key) && meantBy(key) === 'data') return true
  }
  return false
}

const wanted: Readonly<Record<string, string>> = {
  data: 'an array of traces',
  layout: 'an object',
  frames: 'an array of frames',
}

/** The part with that key; `none` if it is missing or of the wrong kind, which is reported. */
export function checkPart(findings: Findings, key: string, kind: number): Place {
  const { tree } = findings
  const place = tree.at(root, key)
  if (place === none) {
    if (key === 'data' && (tree.count(root) > maxMembers || !isMisnamed(tree)))
      findings.error(root, 'required: an array of traces; send [] for an empty figure', 'data')
    return none
  }
  if (tree.is(place, kind)) return place
  findings.error(
    place,
    () => `must be ${wanted[key]}, got ${kindName(tree.kind(place))}${remedyOf(findings, key, place)}`,
  )
  return none
}

function remedyOf({ tree }: Findings, key: string, place: Place): string {
  if (tree.at(place, notebookName, 'data') !== none)
    return `; it is the output of a notebook: send data[${JSON.stringify(notebookName)}] itself`
  if (key === 'data' && tree.is(place, kinds.object)) return '; put the trace into brackets: [{…}]'
  if (key === 'layout' && isEmptyArray(tree, place))
    return '; send {} for an empty one (in R: setNames(list(), character()), in PHP: new stdClass)'
  if (key === 'layout' && tree.is(place, kinds.array)) return '; send the object without brackets'
  const text = tree.end(place) - tree.start(place) < 1e6 ? tree.string(place) : null
  return text !== null && /^\s*[[{]/.test(text) ? '; it is JSON inside a string: encode it once' : ''
}
