/**
 * Edits of the charting library for pages and the renderer: those needed by the default style, which do not affect figures
 * with a template of their own, and those for figures on which the library would fail or take far too long.
 */

import { axisEdits } from './axis-edits.ts'
import { contourEdits } from './contour-edits.ts'
import { geoEdits } from './geo-edits.ts'
import { editLibrary, type LibraryEdit, plotlyIssue, reads } from './library-edit.ts'
import { tableEdits } from './table-edits.ts'
import { tableTextEdits } from './table-text-edits.ts'

/**
 * The library uses white or grey text inside marks, whose contrast is only 3:1 on colours such as orange. The default style
 * chooses its own colours (`browser/figure/style/inks.ts`). `contrast = (colour, lighter, darker) => (parse(colour).alpha …`
 */
const readableInks: LibraryEdit = {
  near: '.alpha!==1&&(',
  find: reads(String.raw`(NAME)=\((NAME),(NAME),(NAME)\)=>\((?=NAME\(\2\)\.alpha!==1&&)`),
  replace: '$1=($2,$3,$4)=>!$3&&!$4&&self.plotgateStyle?.inkOn($2)||(',
  upstream: { file: 'src/components/color/index.js', issue: null },
}

/** Selected and hovered menu buttons are nearly white by default, whatever their text colour. */
const chosenButtons: LibraryEdit = {
  near: 'activeColor:"#F4FAFF"',
  find: /(activeColor):"#F4FAFF",(hoverColor):"#F4FAFF"/,
  replace: ['$1', '$2'].map(name => `get ${name}(){return self.plotgateStyle?.chosen??"#F4FAFF"}`).join(),
  upstream: { file: 'src/components/updatemenus/constants.js', issue: plotlyIssue(1428) },
}

/**
 * The header of a dropdown menu is its active button, even if that is hidden and has no label. Uses the header of a menu
 * without an active button instead. `headerOpts = menuOpts.buttons[active] || constants.blankHeaderOpts`
 */
const headsOfMenus: LibraryEdit = {
  near: '.blankHeaderOpts',
  find: reads(String.raw`(NAME\.buttons\[NAME\])(?=\|\|NAME\.blankHeaderOpts)`),
  replace: '($1?.visible?$1:null)',
  upstream: { file: 'src/components/updatemenus/draw.js', issue: null },
}

/** The schema allows one more head of arrows than there are. Uses the default for it. `headStyle = ARROWPATHS[options.arrowhead || 0]` */
const headsOfArrows: LibraryEdit = {
  near: '.startarrowhead||0]',
  find: reads(String.raw`=((NAME)\[(NAME)\.arrowhead\|\|0\]),(NAME)=(\2\[\3\.startarrowhead\|\|0\]),`),
  replace: '=$1||$2[1],$4=$5||$2[1],',
  upstream: { file: 'src/components/annotations/draw_arrow_head.js', issue: null },
}

/** Splits a list of templates as one text at points without their own. `hovertemplate = ht || trace.hovertemplate || false` */
const labelsOfPoints: LibraryEdit = {
  near: '.trace.hovertemplate||!1',
  find: reads(String.raw`(\|\|)(NAME\.trace\.hovertemplate)(?=\|\|!1\})`),
  replace: '$1!Array.isArray($2)&&$2',
  upstream: { file: 'src/components/fx/hover.js', issue: null },
}

/**
 * Shapes between grid and traces are drawn in the subplot with the name of their axes, which a shape along a whole axis
 * (`x domain`) has not. Uses the subplot of these axes, and the layer below all subplots if there is none.
 * `else if (options.layer === 'between' && !isMultiAxisShape) drawShape(plotinfo.shapelayerBetween)`
 */
const shapesBetween: LibraryEdit = {
  near: '._shapeUpperLayer);else',
  find: reads(
    String.raw`((NAME)\.xref\.includes\("paper"\).{0,40}?\((NAME\._fullLayout)\._shapeLowerLayer\);else if\(.{0,40}?NAME\((NAME)\.shapelayerBetween)\)`,
  ),
  replace:
    '$1||$3._plots[($2.xref+$2.yref).replaceAll(" domain","")]?.shapelayerBetween||$3._shapeLowerLayer)',
  upstream: { file: 'src/components/shapes/draw.js', issue: null },
}

/**
 * To sort categories, the library searches all traces of the axis, but boxes with only a name and traces without data have no
 * array.
 * `values = trace[letter]; for (i = 0; i < values.length; i++) { … lookup[values[i]] = 1 …`
 */
const namelessTraces: LibraryEdit = {
  near: '==="category ascending"?',
  find: reads(
    String.raw`(NAME)=(NAME\[NAME\]\[NAME\]);(?=for\(NAME=0;NAME<\1\.length;NAME\+\+\)\{var NAME=\1\[NAME\];NAME!=null&&\(NAME\[NAME\]=1\))`,
  ),
  replace: '$1=$2||[];',
  upstream: { file: 'src/plots/cartesian/category_order_defaults.js', issue: null },
}

/** A single point between gaps is not a valid ring for computing an area, so it is repeated. */
const pointsAlone: LibraryEdit = {
  near: '.makePolygon=function(',
  find: reads(String.raw`\.makePolygon=function\((NAME)\)\{`),
  replace: '$&$1=$1.map(ring=>ring.length>1?ring:[ring[0],ring[0]]);',
  upstream: { file: 'src/lib/geojson_utils.js', issue: null },
}

/**
 * TeX labels are typeset asynchronously. A colour bar with such labels waits for all asynchronous tasks, including itself, and
 * never ends. `return Axes.drawLabels(gd, axis, {…`
 */
const barsEnd: LibraryEdit = {
  near: '"tick,path").remove()',
  find: reads(
    String.raw`,(NAME\.drawLabels\(NAME,NAME,\{vals:NAME,layer:NAME,transFn:NAME\.makeTransTickLabelFn\()`,
  ),
  replace: ',void $1',
  upstream: { file: 'src/components/colorbar/draw.js', issue: null },
}

/**
 * The `uid` of a trace, which may be any text, becomes part of class names and ids, in which characters such as `$` and
 * spaces are invalid. `newUid = newData[i].uid; if (typeof newUid === 'number') newUid = String(newUid);`
 */
const plainUids: LibraryEdit = {
  near: '].uid;typeof ',
  find: reads(String.raw`(typeof (NAME)=="number"&&\(\2=String\(\2\)\)),`),
  replace: '$1,typeof $2=="string"&&($2=$2.replace(/[^\\w-]/g,sign=>"_"+sign.charCodeAt(0).toString(16))),',
  upstream: { file: 'src/plots/plots.js', issue: plotlyIssue(4967) },
}

/** Ignores a colour scale that refers to a missing template item. */
const knownScales: LibraryEdit = {
  near: '.colorscales.length',
  find: reads(String.raw`=(NAME)\.colorscales\.length,(NAME);for\(\2=0;\2<NAME;\2\+\+\)\{`),
  replace: '$&if(!$1.colorscales[$2].colorscale)continue;',
  upstream: { file: 'src/traces/sankey/calc.js', issue: null },
}

/**
 * Colour bars and legends positioned by the container reserve margins that may leave no space, and axes without a length make
 * the library fail. Leaves a quarter of the figure to the axes.
 * `gs.l = Math.round(ml) + reservedMargins.l; … gs.w = Math.round(width) - gs.l - gs.r; …`
 */
const roomForAxes: LibraryEdit = {
  near: '"Too many auto-margin redraws."',
  find: reads(
    String.raw`(NAME)\.l=Math\.round\(NAME\)\+(NAME)\.l,\1\.r=.{0,250}?\1\.h=Math\.round\(NAME\)-\1\.t-\1\.b,`,
  ),
  replace:
    '$&["lrw","tbh"].forEach(([from,to,left])=>{let taken=$1[from]+$1[to],all=taken+$1[left];' +
    'if($1[left]>0||!($2[from]+$2[to]>0))return;' +
    'for(let side of[from,to])$1[side]=Math.round($1[side]*.75*all/taken);$1[left]=all-$1[from]-$1[to]}),',
  upstream: { file: 'src/plots/plots.js', issue: null },
}

/**
 * A fill excludes the area of the previous fill, given by that trace's line. Traces with markers only have no line. `if (trace._prevtrace && trace._prevtrace.fill === 'tonext') { var prevLinePos = scene.lineOptions[i - 1].positions;`
 */
const fillsWithinLines: LibraryEdit = {
  near: '._prevtrace.fill==="tonext"',
  find: reads(
    String.raw`(\._prevtrace\.fill==="tonext")(?=\)\{var NAME=(NAME\.lineOptions\[NAME-1\])\.positions,)`,
  ),
  replace: '$1&&$2',
  upstream: { file: 'src/traces/scattergl/plot.js', issue: null },
}

/** Reserves one pixel for an image whose file has no size, because it is cut off. `size = getImageSize(trace.source)` */
const sizeOfImages: LibraryEdit = {
  near: '.getImageSize;',
  find: reads(String.raw`(\._hasSource\)\{var NAME=NAME\(NAME\.source\))(?=;NAME=NAME\.height,)`),
  replace: '$1||{width:1,height:1}',
  upstream: { file: 'src/traces/image/calc.js', issue: null },
}

/** Waits for images to load, but not for ever for one that cannot be read. `image.onload = function () { context.drawImage(…` */
const unreadableImages: LibraryEdit = {
  near: '._canvas={el:',
  find: reads(
    String.raw`(NAME)\.onload=function\(\)\{NAME\.drawImage\(\1,0,0\),(NAME\._canvas=\{el:NAME,source:NAME\.source\},NAME\(\))\}`,
  ),
  replace: '$1.onerror=()=>{$2},$&',
  upstream: { file: 'src/traces/image/plot.js', issue: null },
}

/** Skips error bars along dates and names. `if (opts.errorX) Lib.extendFlat(opts.errorX, errors.x)` */
const errorsOfNumbers: LibraryEdit = {
  near: '.errorX,',
  find: reads(
    String.raw`(NAME\.error)X&&(NAME\.extendFlat\(\1X,(NAME)\.x\)),\1Y&&(NAME\.extendFlat\(\1Y,\3\.y\))`,
  ),
  replace: '$1X&&($1X=$3.x&&$2),$1Y&&($1Y=$3.y&&$4)',
  upstream: { file: 'src/traces/scattergl/calc.js', issue: plotlyIssue(3722) },
}

/** Skips clusters of traces without markers, which have no source for them. `coerce('cluster.enabled', …)` */
const clustersOfMarkers: LibraryEdit = {
  near: '"cluster.maxzoom"',
  find: reads(String.raw`(NAME)=(NAME\("cluster\.enabled",NAME\));(?=if\(\1\|\|(NAME)\.hasText\((NAME)\)\))`),
  replace: '$1=$4.cluster.enabled=$2&&$3.hasMarkers($4);',
  upstream: { file: 'src/traces/scattermap/defaults.js', issue: null },
}

/** Texts without an entry in a list of `lineposition` get the list itself as their value. */
const lineOfText: LibraryEdit = {
  near: '"text-decoration-line"',
  find: reads(String.raw`(NAME)(?=&&NAME\.style\("text-decoration-line",)`),
  replace: 'typeof $1=="string"&&$1',
  upstream: { file: 'src/components/drawing/index.js', issue: null },
}

/**
 * The text position of bars without height depends on the signs of all bars. The library scans all bars for each of them,
 * which is quadratic. `for (var up = false, down = false, i = 0; i < bars.length; i++) { …`
 */
const knownSigns: LibraryEdit = {
  near: '.s;if(',
  find: reads(
    String.raw`for\(var (NAME)=!1,(NAME)=!1,(NAME)=0;\3<(NAME)\.length;\3\+\+\)\{var (NAME)=\4\[\3\]\.s;if\(\5>0\?\1=!0:\5<0&&\(\2=!0\),\1&&\2\)return 0\}`,
  ),
  replace:
    'var $1=!1,$2=!1,$3=0,$5;if($4.signs)[$1,$2]=$4.signs;' +
    'else{for(;$3<$4.length&&!($1&&$2);$3++)$5=$4[$3].s,$1||=$5>0,$2||=$5<0;$4.signs=[$1,$2]}' +
    'if($1&&$2)return 0;',
  upstream: { file: 'src/traces/bar/plot.js', issue: null },
}

/** By name, as logs and `npm run upgrade-check` have it. */
export const partEdits: Readonly<Record<string, LibraryEdit>> = {
  readableInks,
  chosenButtons,
  headsOfMenus,
  labelsOfPoints,
  headsOfArrows,
  shapesBetween,
  namelessTraces,
  pointsAlone,
  ...contourEdits,
  ...axisEdits,
  ...tableEdits,
  ...tableTextEdits,
  barsEnd,
  plainUids,
  knownScales,
  roomForAxes,
  fillsWithinLines,
  sizeOfImages,
  unreadableImages,
  errorsOfNumbers,
  ...geoEdits,
  clustersOfMarkers,
  lineOfText,
  knownSigns,
}

/** Applies all edits that match. Without one, the library still draws most figures. */
export const editPart = (source: string): string => Object.values(partEdits).reduce(editLibrary, source)
