/** Edits of axes that the charting library fails on, made in every part that has axes. */

import { type LibraryEdit, reads } from './library-edit.ts'

/**
 * The slider under an axis takes its place from letters, which an axis that is hidden has none of, and shows the plots
 * of the axis, which an axis without traces has none of: such an axis has no slider.
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
 * A slider looks for the range of the axis that its own is anchored to, which may be none of its plots': then it has
 * that of the first of them. `oppAxisOpts = fullLayout[name(anchor)], oppAxisRangeOpts = opts[name(anchor)]`
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

/** An axis that is hidden has no minor ticks that could have the labels. `ticklabelIndex = (!ax.ticklabelindex || …` */
const labelsOfMinorTicks: LibraryEdit = {
  near: '.ticklabelindex||',
  find: reads(String.raw`(NAME)=(?=!(NAME)\.ticklabelindex\|\|)`),
  replace: '$1=!$2.minor?0:',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

/**
 * Ticks between categories stand at the ends of each category, which the minor ticks after them do not have: those stay
 * where they are. `function getBoundaryVals(ax, vals) { var out = []; … _push = function (d, end) { var xb = d.xbnd[end];`
 */
const endsOfCategories: LibraryEdit = {
  near: '.text2]?',
  find: reads(
    String.raw`(function NAME\(NAME,(NAME)\)\{)var (NAME)=\[\],(?=NAME,NAME=function\(NAME,NAME\)\{var NAME=NAME\.xbnd\[)`,
  ),
  replace: '$1var $3=$2.filter(tick=>!tick.xbnd);$2=$2.filter(tick=>tick.xbnd);var ',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

/** Nor does a line between categories stand at them. `function getDividerVals(ax, vals) { …` */
const linesBetweenCategories: LibraryEdit = {
  near: '.text2]?',
  find: reads(
    String.raw`(function NAME\(NAME,(NAME)\)\{)(?=var NAME=\[\],NAME,NAME,NAME=\2\.length&&[^{}]{0,60}function\(NAME,NAME\)\{var NAME=NAME\.xbnd\[)`,
  ),
  replace: '$1$2=$2.filter(tick=>tick.xbnd);',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

/**
 * The heights of an image's pixels follow the axis that its y axis is anchored to, which may be none: then the first that
 * they can. `scaleanchorDflt = hasImage && !isX ? axOut.anchor : undefined; … values: linkableAxes.concat([false])`
 */
const squarePixels: LibraryEdit = {
  near: '"scaleanchor"',
  find: reads(
    String.raw`(?<==NAME&&!NAME\?)(NAME\.anchor)(?=:void 0;if\(.{0,120}?values:(NAME)\.concat\(\[!1\]\))`,
  ),
  replace: '$1==="free"?$2.find(id=>id[0]==="x"):$1',
  upstream: { file: 'src/plots/cartesian/constraints.js', issue: null },
}

/** Texts at points of WebGL are written before their angular axis has a range. `range: ax.showexponent === 'none' ? …` */
const exponentsWithoutRange: LibraryEdit = {
  near: '_tickround)||0)+4',
  find: reads(String.raw`(NAME)\.showexponent==="none"(?=\?\1\.range\.map\()`),
  replace: '$&&&$1.range',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

export const axisEdits = {
  slidersToShow,
  slidersOfFreeAxes,
  labelsOfMinorTicks,
  endsOfCategories,
  linesBetweenCategories,
  squarePixels,
  exponentsWithoutRange,
} satisfies Record<string, LibraryEdit>
