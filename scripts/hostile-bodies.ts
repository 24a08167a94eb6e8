/**
 * `npm run hostile-bodies -- [--bytes N] [--random N] [--seed N]`: checks bodies that are made to cost the answering
 * thread as much as possible, with the maximum size that is checked on it (256 KiB), and appends. Prints the processor
 * time of each kind. Exits with 1 if one takes more than 20 ms.
 */

import { AppError } from '../src/errors/errors.ts'
import { createChecker } from '../src/parsing/checker.ts'
import { hostileAppends } from './hostile-bodies/appends.ts'
import { manyParts } from './hostile-bodies/many-parts.ts'
import { randomFrom } from './mutations/mutate.ts'
import { scriptOptions } from './script-options.ts'

const { values } = scriptOptions({
  options: {
    bytes: { type: 'number', default: 256 * 1024 },
    random: { type: 'number', default: 300 },
    seed: { type: 'number', default: 1 },
  },
})
const { bytes } = values
const random = randomFrom(values.seed)
const maxMs = 20

/** The unit as often as it fits between a beginning and an end. */
const filled = (begin: string, unit: (n: number) => string, end: string, between = ','): string => {
  const units: string[] = []
  let left = bytes - Buffer.byteLength(begin + end)
  for (let n = 0; ; n++) {
    const text = unit(n)
    left -= Buffer.byteLength(text) + between.length
    if (left < 0) return begin + units.join(between) + end
    units.push(text)
  }
}
const inTrace = (type: string, unit: (n: number) => string) =>
  filled(`{"data":[{"type":"${type}",`, unit, '}]}')
const inLayout = (unit: (n: number) => string) => filled('{"data":[],"layout":{', unit, '}}')
/** As many parts of a layout as are checked, and a trace on each of them. */
function half(part: string, members: string, on: string): string {
  const ids = Array.from({ length: 1_900 }, (_, n) => n + 2)
  const parts = ids.map(id => `"${part}${id}":${members}`)
  return `{"layout":{${parts}},"data":[${ids.map(id => `{"x":[1],${on}${id}"}`)}]}`
}
const name = (n: number) => n.toString(36)

const hostile: Readonly<Record<string, () => string>> = {
  'unknown attributes': () => inTrace('scatter', n => `"${name(n)}":1`),
  'unknown attributes of nearly known names': () => inTrace('scatter', n => `"hovertemplat${name(n)}":1`),
  'unknown layout attributes': () => inLayout(n => `"${name(n)}":{}`),
  'unknown attributes with escapes': () => inTrace('bar', n => `"\\u0061${name(n)}":0`),
  'unknown keys at the top': () => filled('{"data":[],', n => `"${name(n)}":0`, '}'),
  'empty traces': () => filled('{"data":[', () => '{}', ']}'),
  'traces of unknown types': () => filled('{"data":[', n => `{"type":"${name(n)}"}`, ']}'),
  'traces that are none': () => filled('{"data":[', () => '1', ']}'),
  'empty objects in an array': () => filled('{"data":[{"x":[', () => '{}', ']}]}'),
  'empty arrays in an array': () => filled('{"data":[{"x":[', () => '[]', ']}]}'),
  'empty annotations': () => filled('{"data":[],"layout":{"annotations":[', () => '{}', ']}}'),
  'wrong annotations': () => filled('{"data":[],"layout":{"annotations":[', () => '{"x":[]}', ']}}'),
  'empty frames': () => filled('{"data":[],"frames":[', () => '{}', ']}'),
  'frames of wrong traces': () => filled('{"data":[],"frames":[', () => '{"data":[{"x":1}]}', ']}'),
  'deep arrays': () => `${'{"data":['.padEnd(bytes / 2, '[').padEnd(bytes - 2, ']')}]}`,
  'deep objects': () => {
    const depth = Math.floor((bytes - 20) / 7)
    return `{"data":[${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]}`
  },
  'many deep nests': () => filled('{"data":[', () => '['.repeat(70) + ']'.repeat(70), ']}'),
  prototypes: () => inTrace('scatter', () => '"__proto__":1'),
  'prototypes in objects': () => filled('{"data":[{"x":[', () => '{"__proto__":1}', ']}]}'),
  'prototypes in paths': () => inTrace('scatter', n => `"a.__proto__[${n}]":1`),
  'nearly prototypes': () => inTrace('scatter', n => `"__protoo__${n}":1`),
  'prototypes far down': () =>
    filled(`{"data":[${'{"a":'.repeat(60)}{`, () => '"__proto__":1', `}${'}'.repeat(60)}]}`),
  'the same name again': () => inTrace('scatter', () => '"x":1'),
  'the same part again': () => inLayout(() => '"xaxis":{}'),
  'template again': () => inLayout(() => '"template":null'),
  axes: () => inLayout(n => `"xaxis${n + 2}":{"dtick":1}`),
  'axes with ranges': () => inLayout(n => `"xaxis${n + 2}":{"dtick":1,"range":[0,1e9]}`),
  'scenes and a trace on each': () =>
    half('scene', '{"xaxis":{"dtick":1}}', '"type":"scatter3d","scene":"scene'),
  'axes and a trace on each': () => half('xaxis', '{"dtick":1}', '"xaxis":"x'),
  'traces on an axis of dates': () =>
    filled('{"layout":{"xaxis":{"dtick":1}},"data":[', () => '{"x":["1999-01-01","2000-01-01"]}', ']}'),
  'traces with steps': () =>
    filled('{"data":[', () => '{"type":"histogram","x":[1],"xbins":{"size":0}}', ']}'),
  'typed arrays': () => filled('{"data":[', () => '{"x":{"dtype":"f8","bdata":"A"}}', ']}'),
  'members named bdata': () => inTrace('scatter', () => '"bdata":1'),
  'slashes in bdata': () => `{"data":[{"x":{"dtype":"u1","bdata":"${'\\u002f'.repeat((bytes - 60) / 6)}"}}]}`,
  'one long name': () => `{"data":[{"marker${'_'.repeat(bytes - 30)}":1}]}`,
  'one long text': () => `{"data":[{"name":"${'a'.repeat(bytes - 30)}"}]}`,
  'one long number': () => `{"data":[{"x":[${'1'.repeat(bytes - 30)}]}]}`,
  'long numbers in the layout': () => inLayout(n => `"${name(n)}":${'9'.repeat(300)}`),
  'infinite numbers in the layout': () => inLayout(n => `"${name(n)}":1e999`),
  'long names': () => inTrace('scatter', n => `"${name(n)}${'é'.repeat(60)}":1`),
  'colours that are none': () => filled('{"data":[{"marker":{"color":[', n => `"${name(n)}"`, ']}}]}'),
  'wrong colours': () => inLayout(n => `"xaxis${n + 2}":{"color":"rgb(${n}"}`),
  'wrong values': () => filled('{"data":[', n => `{"mode":"${name(n)}","opacity":9,"visible":"no"}`, ']}'),
  'hierarchy in a chain': () => {
    const count = Math.floor(bytes / 16)
    const ids = Array.from({ length: count }, (_, n) => `"${name(n)}"`)
    return `{"data":[{"type":"sunburst","labels":[${ids}],"parents":["",${ids.slice(1)}]}]}`
  },
  'places that are none': () =>
    filled(
      '{"data":[{"type":"choropleth","locationmode":"country names","z":[1],"locations":[',
      n => `"${name(n)}"`,
      ']}]}',
    ),
  features: () =>
    filled(
      '{"data":[{"type":"choropleth","z":[1],"locations":["a"],"geojson":{"type":"FeatureCollection","features":[',
      () => '{"id":"a"}',
      ']}}]}',
    ),
  'map styles': () =>
    filled(
      '{"data":[{"type":"scattermap","lat":[1],"lon":[1]}],"layout":{"map":{"style":{"version":8,"sources":{},"layers":[',
      () => '{}',
      ']}}}}',
    ),
  'links of a sankey': () =>
    filled('{"data":[{"type":"sankey","link":{"target":[0],"value":[1],"source":[', () => '-1', ']}}]}'),
  formats: () => inLayout(n => `"xaxis${n + 2}":{"tickformat":"${'9'.repeat(50)}"}`),
  'number texts': () => filled('{"data":[{"x":[', () => '"1"', ']}]}'),
  dates: () => filled('{"data":[{"x":[', () => '"31/12/2024"', ']}]}'),
}

/** Pieces of figures in any order, most of which are not valid. */
function anything(): string {
  const pieces = [
    '{"a":',
    '[',
    '1,',
    '"x":',
    '{},',
    '[],',
    '"__proto__":',
    '"type":"bar",',
    '"marker":{',
    '}',
    ']',
    'null,',
    '"layout":{',
    '{"x":[1],',
    '1e999,',
    '"\\u005f_proto__":',
  ]
  const chosen = Array.from(
    { length: 1 + Math.floor(random() * 4) },
    () => pieces[Math.floor(random() * pieces.length)],
  )
  return `{"data":[${chosen.join('').repeat(bytes / 8)}`.slice(0, bytes)
}

/** The processor time of this thread, the least of several runs, without garbage collection of earlier ones. */
async function costOf(work: () => unknown): Promise<number> {
  let min = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const before = process.threadCpuUsage()
    try {
      await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
    const { user, system } = process.threadCpuUsage(before)
    min = Math.min(min, (user + system) / 1000)
    if (min > 20 * maxMs) break
  }
  return min
}

const { readSubmission, close } = createChecker()

/** The reader keeps a body, so each run gets its own copy. */
function costOfFigure(body: string): Promise<number> {
  const text = Buffer.from(body)
  return costOf(() => readSubmission(Buffer.from(text)))
}

// The first run compiles the code.
for (const make of Object.values(hostile).slice(0, 12)) await costOfFigure(make())
const costs: [what: string, ms: number][] = []
for (const [what, make] of [...Object.entries(hostile), ...manyParts(bytes)])
  costs.push([what, await costOfFigure(make())])
for (const [what, work] of hostileAppends()) costs.push([what, await costOf(work)])
let worst = 0
for (let n = 0; n < values.random; n++) worst = Math.max(worst, await costOfFigure(anything()))
await close()
costs.push([`the worst of ${values.random} random ones`, worst])
for (const [what, ms] of costs.sort(([, a], [, b]) => b - a))
  process.stdout.write(`${ms.toFixed(1).padStart(7)} ms  ${what}${ms > maxMs ? '   TOO LONG' : ''}\n`)
process.exit(costs.some(([, ms]) => ms > maxMs) ? 1 : 0)
