/** Edits of the charting library that avoid repeated work in legends. See `render-edits.ts`. */

import { type LibraryEdit, reads } from './library-edit.ts'

/**
 * A legend that takes room from the plot is drawn twice, since its size decides the margins. Only its place depends on them: items
 * that were drawn and measured for the same legend stay as they are. While TeX is being
 * typeset nothing counts as drawn.
 * `traces.style('opacity', …).each(function () { … drawTexts … }).call(style, gd, legend).each(function (item) { … toggle … })`
 */
export const legendItemsOnce: LibraryEdit = {
  near: '.append("g").attr("class","traces")',
  find: reads(
    String.raw`(\.style\("opacity",function\(NAME\)\{(?:(?!\.style\().){0,600}?\})(\)\.each\(function\(\)\{NAME\.select\(this\)\.call\(NAME,(NAME),(NAME)\)\}\)\.call\(NAME,\3,\4\)\.each\(function\((NAME)\)\{)`,
  ),
  replace:
    '$1).filter(function(item){return this.drawnItem!==item[0]||this.drawnIn!==$4}$2' +
    'if(!$3._promises?.length)this.drawnItem=$5[0],this.drawnIn=$4;',
  upstream: { file: 'src/components/legend/draw.js', issue: null },
}

/**
 * To style the line of a legend's item, the library copies the whole trace into a copy of its first point, although it reads
 * only the line of these.
 * `traceOfItem = minExtend(trace, { line: { width } }), points = [minExtend(point, { trace: traceOfItem })]`
 */
export const legendLine: LibraryEdit = {
  near: '"v6h-"',
  find: reads(
    String.raw`NAME=NAME\.minExtend\((NAME),\{line:\{width:(NAME)\}\}\),(NAME)=\[NAME\.minExtend\(NAME,\{trace:NAME\}\)\]`,
  ),
  replace: '$3=[{trace:{line:Object.assign({},$1.line,{width:$2})}}]',
  upstream: { file: 'src/components/legend/style.js', issue: null },
}

/**
 * Likewise for its marker, of which it reads only the line. `points = [minExtend(point, own)], …`
 */
export const legendMarker: LibraryEdit = {
  near: '.selectedpoints=null,',
  find: reads(
    String.raw`(\[NAME\.minExtend\()(NAME)(,NAME\)\],NAME=NAME\.minExtend\((NAME),NAME\),NAME\.selectedpoints=null)`,
  ),
  replace: '$1{...$2,trace:{marker:$4.marker}}$3',
  upstream: { file: 'src/components/legend/style.js', issue: null },
}
