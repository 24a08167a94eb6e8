/** Edits for axes on which the charting library fails, applied to all parts with axes. */

import { type LibraryEdit, reads } from './library-edit.ts'

/**
 * Removes the range slider of a hidden axis, which has no labels to position it by, and of an axis without traces, which has
 * no subplot to show.
 * `if (!(axIn.rangeslider || layoutOut._requestRangeslider[axOut._id])) return;`
 */
const slidersToShow: LibraryEdit = {
  near: '.rangeslider||',
  find: reads(
    String.raw`if\(!\(NAME\.rangeslider\|\|(NAME)\._requestRangeslider\[(NAME)\._id\]\)(?=\)return;)`,
  ),
  replace: '$&||!$2.visible||!$1._subplots.cartesian.some(id=>id.startsWith($2._id+"y"))',
  upstream: { file: 'src/components/rangeslider/defaults.js', issue: null },
}

/**
 * A range slider uses the range of the axis that its own axis is anchored to, which may belong to another subplot. Uses that
 * of the first subplot instead. `oppAxisOpts = fullLayout[name(anchor)], oppAxisRangeOpts = opts[name(anchor)]`
 */
const slidersOfFreeAxes: LibraryEdit = {
  near: '"rangeslider.range"',
  find: reads(
    String.raw`(NAME)=(NAME)\[(NAME\.NAME\(NAME\.anchor\))\],(NAME)=(NAME)\[\3\];(?=if\(\5\.range\))`,
  ),
  replace:
    'plotgateOther=$3 in $5?$3:Object.keys($5).find(key=>/^yaxis/.test(key)),$1=$2[plotgateOther],$4=$5[plotgateOther];',
  upstream: { file: 'src/components/rangeslider/draw.js', issue: null },
}

/**
 * Ignores limits of the automatic range for categories in two levels, which are no positions on the axis.
 * `if (!ax || !ax.autorangeoptions) return range;`
 */
const limitsOfCategories: LibraryEdit = {
  near: '.autorangeoptions)return ',
  find: reads(String.raw`!(NAME)\|\|!\1\.autorangeoptions(?=\)return )`),
  replace: '$&||$1.type==="multicategory"',
  upstream: { file: 'src/plots/cartesian/autorange.js', issue: null },
}

/** A hidden axis has no minor ticks that could carry the labels. `ticklabelIndex = (!ax.ticklabelindex || …` */
const labelsOfMinorTicks: LibraryEdit = {
  near: '.ticklabelindex||',
  find: reads(String.raw`(NAME)=(?=!(NAME)\.ticklabelindex\|\|)`),
  replace: '$1=!$2.minor?0:',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

/**
 * Moves ticks to the boundaries of categories only if they have some. Minor ticks have none and stay where they are.
 * `function getBoundaryVals(ax, vals) { var out = []; … _push = function (d, end) { var xb = d.xbnd[end];`
 */
const endsOfCategories: LibraryEdit = {
  near: '.text2]?',
  find: reads(
    String.raw`(function NAME\(NAME,(NAME)\)\{)var (NAME)=\[\],(?=NAME,NAME=function\(NAME,NAME\)\{var NAME=NAME\.xbnd\[)`,
  ),
  replace: '$1var $3=$2.filter(tick=>!tick.xbnd);$2=$2.filter(tick=>tick.xbnd);var ',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

/** Likewise for divider lines between categories. `function getDividerVals(ax, vals) { …` */
const linesBetweenCategories: LibraryEdit = {
  near: '.text2]?',
  find: reads(
    String.raw`(function NAME\(NAME,(NAME)\)\{)(?=var NAME=\[\],NAME,NAME,NAME=\2\.length&&[^{}]{0,60}function\(NAME,NAME\)\{var NAME=NAME\.xbnd\[)`,
  ),
  replace: '$1$2=$2.filter(tick=>tick.xbnd);',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

/**
 * Square pixels of images scale with the axis that the y axis is anchored to. If there is none, uses the first possible
 * axis. `scaleanchorDflt = hasImage && !isX ? axOut.anchor : undefined; … values: linkableAxes.concat([false])`
 */
const squarePixels: LibraryEdit = {
  near: '"scaleanchor"',
  find: reads(
    String.raw`(?<==NAME&&!NAME\?)(NAME\.anchor)(?=:void 0;if\(.{0,120}?values:(NAME)\.concat\(\[!1\]\))`,
  ),
  replace: '$1==="free"?$2.find(id=>id[0]==="x"):$1',
  upstream: { file: 'src/plots/cartesian/constraints.js', issue: null },
}

/** Texts of WebGL points are formatted before their angular axis has a range. `range: ax.showexponent === 'none' ? …` */
const exponentsWithoutRange: LibraryEdit = {
  near: '_tickround)||0)+4',
  find: reads(String.raw`(NAME)\.showexponent==="none"(?=\?\1\.range\.map\()`),
  replace: '$&&&$1.range',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

/**
 * A hovered day is written as the day of a tick, a comma, and its year, which is right in English only. Uses the date of
 * the language. `dateStr = Lib.formatDate(out.x, fmt, tr, ax._dateFormat, ax.calendar, ax._extraFormat)`
 */
const hoveredDays: LibraryEdit = {
  near: '{y:"m",m:"d",d:"M",M:"S",S:4}',
  find: reads(
    String.raw`(NAME)&&(NAME)\.hoverformat(\|\|NAME\.getTickFormat\(\2\);.{0,120}?\.formatDate\(NAME\.x,)(NAME),(NAME)(?=,\2\._dateFormat)`,
  ),
  replace: '$1&&$2.hoverformat$3$4||($1&&$5==="d"?$2._extraFormat.dayMonthYear:$4),$5',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

export const axisEdits = {
  slidersToShow,
  slidersOfFreeAxes,
  limitsOfCategories,
  labelsOfMinorTicks,
  endsOfCategories,
  linesBetweenCategories,
  squarePixels,
  exponentsWithoutRange,
  hoveredDays,
} satisfies Record<string, LibraryEdit>
