/**
 * The charting library keeps tables of categories, labels and group names in plain objects, in which a word such as
 * `constructor` or `toString` already has a value: a method of all objects. Figures with these words then fail, or lose a
 * category. These edits remove the methods from the tables. Without such a word nothing is drawn differently.
 */

import { categoryEdits } from './category-edits.ts'
import { type LibraryEdit, reads, tables } from './library-edit.ts'

/** `allThisTraceLabels = {}`: the slice of each label. */
const labelsOfSlices = tables(
  'src/traces/pie/calc.js',
  '.label0+',
  String.raw`\.label0\+NAME\*NAME\.dlabel\);var NAME=TABLE,`,
)

/** Colours by label, and the largest violin by scale group. */
const coloursOfLabels = tables(
  'src/plots/plots.js',
  '._piecolormap={}',
  String.raw`\._violinScaleGroupStats=TABLE,.{0,60}?${['pie', 'sunburst', 'treemap', 'icicle', 'funnelarea']
    .map(type => `_${type}colormap=TABLE,`)
    .join(String.raw`NAME\.`)}`,
)

/** `parent2children = {}, refs = {}`, by id or label. */
const childrenOfLabels = tables(
  'src/traces/sunburst/calc.js',
  'hasMultipleRoots:!0',
  String.raw`=\[\],(?<children>NAME)=TABLE,NAME=TABLE,(?=NAME=function\(NAME,NAME\)\{\k<children>\[)`,
)

/** `prevLookup = {}`: where sectors were before a transition, by id or label. */
const movedSectors = tables(
  'src/traces/sunburst/plot.js',
  '"g.trace.sunburst"',
  String.raw`=null,NAME=TABLE;(?=NAME&&NAME\.each\(function\(NAME\)\{NAME\[NAME\.getPtId\()`,
)

/** `prevLookupPathbar = {}, prevLookupSlices = {}`: the same for tiles. */
const movedTiles = tables(
  'src/traces/treemap/plot_one.js',
  '._atRootLevel=',
  String.raw`=null,NAME=TABLE,NAME=TABLE,NAME=null,(?=NAME=function\()`,
)

/** `uniqueValueCounts = {}, uniqueValueInds = {}` */
const valuesOfDimensions = tables(
  'src/traces/parcats/calc.js',
  'uniqueCounts:',
  String.raw`var NAME=TABLE,NAME=TABLE,NAME=\[\];(?=NAME\.forEach\()`,
)

/** `alignmentGroups = alignmentOpts[groupId] = {}; … offsetGroups: {}` */
const groupsOfBars = tables(
  'src/traces/scatter/grouping_defaults.js',
  'offsetGroups:{}',
  String.raw`\|\|\(NAME=NAME\[NAME\]=TABLE\);var NAME=.{0,60}?\.traces\.push\(.{0,80}?offsetGroups:TABLE`,
)

/** `subplotStackOpts = stackOpts[subplot] = {}` */
const stacksOfLines = tables(
  'src/traces/scatter/stack_defaults.js',
  'traceIndices:[]',
  String.raw`\|\|\(NAME=NAME\[NAME\]=TABLE\);(?=.{0,100}?traceIndices:)`,
)

/** `groupIndices = {}, … prevtraces = {}`: the order of stacks, and the line that an area is filled to. */
const linesBelow = tables(
  'src/traces/scatter/link_traces.js',
  '._groupIndex-',
  'NAME=TABLE,NAME=!1,NAME=-1,NAME=0,NAME=-1;.{0,600}?var NAME=TABLE;',
)

/** `lgroupToTraces = {}, … slicesShown = {}, … slicesShown[lgroup] = {}` */
const groupsOfLegends = tables(
  'src/components/legend/get_legend_data.js',
  '"~~i"',
  String.raw`NAME=TABLE,NAME=\[\],NAME=!1,(?<shown>NAME)=TABLE,.{0,900}?\k<shown>\[NAME\]\|\|\(\k<shown>\[NAME\]=TABLE\)`,
)

/** `allBinOpts = fullLayout._histogramBinOpts = {}`, by bin group. */
const groupsOfBins = tables(
  'src/traces/histogram/cross_trace_defaults.js',
  '._histogramBinOpts={}',
  String.raw`\._histogramBinOpts=TABLE`,
)

/** `_roundFnOpts = {}`: how bins are rounded, by bin group. */
const roundingOfBins = tables(
  'src/traces/histogram/calc.js',
  '._roundFnOpts||(',
  String.raw`\._roundFnOpts\|\|\(NAME\._fullLayout\._roundFnOpts=TABLE`,
)

/** `totalPerLabel = {}`: the sum of links by label, for their colours. */
const sumsOfLinks = tables(
  'src/traces/sankey/render.js',
  'labelConcentration:',
  String.raw`=0,NAME=TABLE;(?=for\([^{}]{0,60}NAME\[NAME\.label\]\|\|)`,
)

/** `uniqueKeys = {}`: how many dimensions have a label. */
const keysOfDimensions = tables(
  'src/traces/parcoords/parcoords.js',
  'inBrushDrag:!1',
  String.raw`inBrushDrag:!1\},NAME=TABLE;`,
)

/** The same for columns. */
const keysOfColumns = tables(
  'src/traces/table/data_preparation_helper.js',
  'gdColumnsOriginalOrder:',
  String.raw`=TABLE,(?=NAME=NAME\.columnorder;)`,
)

/** `lookup = {}`: the points of a map by location. */
const pointsOfPlaces = tables(
  'src/lib/geo_location_utils.js',
  '.featureidkey||"id"',
  String.raw`var NAME=TABLE,NAME=\[\],NAME;(?=for\()`,
)

/** `usedNames = {}`: the items of a template that a figure has. */
const namesOfItems = tables(
  'src/plot_api/plot_template.js',
  '.arrayTemplater=function',
  String.raw`\(NAME=\[\]\);var NAME=TABLE;function `,
)

/** `fontcache = __TEXT_CACHE[fontKey] = {}`: the shapes of axis labels in scenes. */
const labelsOfScenes = tables(
  'stackgl_modules/index.js',
  '.__TEXT_CACHE={}',
  String.raw`\|\|\(NAME=NAME\[NAME\]=TABLE\);(?=var NAME=NAME\[NAME\];NAME\|\|\(NAME=NAME\[NAME\]=NAME\(NAME,\{triangles:)`,
)

/** `fontCache = GLYPH_CACHE[fontKey] = {}`: those of texts at points in scenes. */
const textsOfScenes = tables(
  'stackgl_modules/index.js',
  'textBaseline:"middle",lineHeight:1,font:',
  String.raw`\|\|\(NAME=NAME\[NAME\]=TABLE\),(?=NAME in NAME\)return NAME\[NAME\])`,
)

/** `val2list = {}`: the layers of a map by the layer they are below. */
const layersBelow = tables(
  'src/plots/map/map.js',
  '.split("trace-")',
  String.raw`var NAME=TABLE,NAME,NAME;(?=for\()`,
)

/** `_frameHash ||= {}`, by the name of a frame. */
const firstFrames = tables(
  'src/plots/plots.js',
  '._frameHash||(',
  String.raw`\._frameHash\|\|\(NAME\._transitionData\._frameHash=TABLE`,
)

/** `recomputeFrameHash = function (gd) { var hash = gd._transitionData._frameHash = {}` */
const renamedFrames = tables('src/plots/plots.js', '.recomputeFrameHash=', String.raw`\._frameHash=TABLE,`)

/** `isPlainObject(v) && v.hasOwnProperty('dtype')`: the same for any object of a figure. */
const namesOfValues: LibraryEdit = {
  near: '.hasOwnProperty("dtype")',
  find: reads(String.raw`(NAME)\.hasOwnProperty\("dtype"\)`),
  replace: 'Object.hasOwn($1,"dtype")',
  upstream: { file: 'src/lib/array.js', issue: null },
}

/** `entityToUnicode = { mu: …`: texts with `&constructor;` */
const knownEntities: LibraryEdit = {
  near: '={mu:"',
  find: /=\{(?=mu:")/,
  replace: '={__proto__:null,',
  upstream: { file: 'src/lib/svg_text_utils.js', issue: null },
}

/** `TAG_STYLES = { sup: …`: texts with `<constructor>` */
const knownTags: LibraryEdit = {
  near: '={sup:"font-size',
  find: /=\{(?=sup:")/,
  replace: '={__proto__:null,',
  upstream: { file: 'src/lib/svg_text_utils.js', issue: null },
}

export const tableEdits = {
  ...categoryEdits,
  labelsOfSlices,
  coloursOfLabels,
  childrenOfLabels,
  movedSectors,
  movedTiles,
  valuesOfDimensions,
  groupsOfBars,
  stacksOfLines,
  linesBelow,
  groupsOfLegends,
  groupsOfBins,
  roundingOfBins,
  sumsOfLinks,
  keysOfDimensions,
  keysOfColumns,
  pointsOfPlaces,
  namesOfItems,
  layersBelow,
  labelsOfScenes,
  textsOfScenes,
  firstFrames,
  renamedFrames,
  namesOfValues,
  knownEntities,
  knownTags,
} satisfies Record<string, LibraryEdit>
