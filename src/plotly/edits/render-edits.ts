/**
 * Performance edits of the charting library for render pages. The library is made for interactive plots, but an image needs
 * only the final state. No edit changes the bytes of images, and each is applied only if the code matches the release it was
 * written for. docs/decisions/library-patches.md has the gain of each.
 */

import { legendItemsOnce, legendLine, legendMarker } from './legend-edits.ts'
import { editLibrary, type LibraryEdit, plotlyIssue, reads } from './library-edit.ts'
import {
  boxesTogether,
  equalMarks,
  fixedSize,
  knownLabels,
  knownPaths,
  labelsTogether,
  noScreenPlace,
  plainAttributes,
  plainClasses,
  plainStyles,
} from './repeated-work.ts'
import {
  emptiedCanvas,
  freedTextCanvas,
  grownTextCanvas,
  keptShaders,
  lowTextCanvas,
  noPicking,
  noSceneFrames,
  noUnseenScene,
  sharedSceneCanvas,
  smallBlendBuffer,
  smallPickBuffers,
} from './scene-edits.ts'
import {
  keptCanvas,
  keptMapCanvas,
  knownCode,
  noIdleDepths,
  noIdleImages,
  noIdleLayers,
  noLinesToPick,
  noPointTree,
  shownPointsOnly,
  textsOfOneFigure,
} from './webgl-edits.ts'

/**
 * After placing each tick label, the library searches all labels for overflows: n² measurements for n labels, a fifth of the
 * time of a small chart. Only the last search matters.
 * `labels.each(function (d) { … axis.look && axis.look() …`
 */
const lookOnce: LibraryEdit = {
  near: '_adjustTickLabelsOverflow&&',
  find: reads(
    String.raw`(\((NAME),NAME\)\{\2\.each\(function\(NAME\)\{(?:(?!function).){0,800}?)((NAME)\._adjustTickLabelsOverflow&&\4\._adjustTickLabelsOverflow\(\))`,
  ),
  // TeX labels never search.
  replace: '$1$2[0].findLast(e=>e&&!e.querySelector(".text-math-group"))===this&&$3',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: plotlyIssue(298) },
}

/** Attribute names are parsed thousands of times per chart. Strings need no check for being numbers. */
const numericNames: LibraryEdit = {
  near: '.slice(-4)==="[-1]"',
  find: reads(String.raw`if\((NAME)\((NAME)\)\)(\2=String\(\2\);else if\(typeof \2!="string")`),
  replace: 'if(typeof $2!="string"&&$1($2))$3',
  upstream: { file: 'src/lib/nested_property.js', issue: null },
}

/**
 * Only names with brackets or underscores need a second pass over their parts.
 * `parts = name.split('.') … for (…) if (parts[i] begins with '__') throw … for (…) if (parts[i] has brackets) …`
 */
const plainNames: LibraryEdit = {
  near: ').slice(0,2)==="__"',
  find: reads(
    String.raw`(var (NAME)=(NAME)\.split\("\."\),NAME,NAME,NAME,(NAME);)(for\(\4=0;\4<\2\.length;\4\+\+\)if\(String\(\2\[\4\]\)\.slice\(0,2\)==="__"\)throw"bad property string";)(for\(\4=0;\4<\2\.length;\)\{)`,
  ),
  replace: '$1if($3.includes("__"))$5if($3.includes("["))$6',
  upstream: { file: 'src/lib/nested_property.js', issue: null },
}

/** Removes records of each level of an attribute's path, which are never read. */
const unreadLevels: LibraryEdit = {
  near: 'container is not an object',
  find: reads(
    String.raw`(throw"container is not an object";)(NAME)=NAME\(\2,NAME\),NAME\.push\(\[NAME,\2\]\)\}`,
  ),
  replace: '$1}',
  upstream: { file: 'src/lib/nested_property.js', issue: null },
}

/** Removes a pattern for elements without classList, which was compiled for each class that is set. */
const classPattern: LibraryEdit = {
  near: '.classList)return ',
  find: reads(
    String.raw`var (NAME)=NAME\(NAME\);(return function\((NAME),(NAME)\)\{if\((NAME)=\3\.classList\)return \4\?)`,
  ),
  replace: 'var $1;$2',
  upstream: { file: '@plotly/d3/d3.js', issue: null },
}

/** Memoizes a function of short texts. */
const remembering = (made: string) =>
  `(make=>{let known=new Map;return e=>{if(typeof e!="string"||e.length>99)return make(e);let value=known.get(e);` +
  `if(value===undefined){if(known.size>500)known.clear();known.set(e,value=make(e))}return value}})(${made})`

/**
 * The colour of each mark is parsed four times, although a chart has only a few colours.
 * `parse = text => { if (typeof text != 'string') return; …`
 */
const knownColours: LibraryEdit = {
  near: '.trim().toLowerCase();if(!/^[0-9a-f]+$/',
  find: reads(
    String.raw`(NAME)=(NAME=>\{if\(typeof NAME!="string"\)return;let NAME=NAME\.trim\(\)\.toLowerCase\(\);if\(!/\^\[0-9a-f\]\+\$/\.test\(NAME\)\)try\{return NAME\(NAME\)\}catch\(NAME\)\{return\}\})`,
  ),
  replace: `$1=${remembering('$2')}`,
  upstream: { file: 'src/components/color/index.js', issue: plotlyIssue(8054) },
}

/** And formatted again, without its opacity. `opaque = colour => format({ ...parse(colour), alpha: 1 })` */
const knownOpaques: LibraryEdit = {
  near: ',{alpha:1})),',
  find: reads(String.raw`(NAME)=(NAME=>NAME\(NAME\(NAME\(\{\},NAME\(NAME\)\),\{alpha:1\}\)\)),`),
  replace: `$1=${remembering('$2')},`,
  upstream: { file: 'src/components/color/index.js', issue: plotlyIssue(8054) },
}

/**
 * To remove a listener, the library scans all properties of an element, including inherited ones. Its listeners are own
 * properties. `for (name in this) if (match = name.match(pattern)) …`
 */
const ownListeners: LibraryEdit = {
  near: '"^__on([^.]+)"',
  find: reads(String.raw`for\(var (NAME) in this\)(?=if\(NAME=\1\.match\()`),
  replace: 'for(var $1 of Object.keys(this))',
  upstream: { file: '@plotly/d3/d3.js', issue: null },
}

/**
 * For every trace, the library searches the whole schema of its type for attributes that may be arrays. The result is cached
 * per type.
 */
const knownArrays: LibraryEdit = {
  near: '.findArrayAttributes=function',
  find: reads(
    String.raw`((NAME)=\2\.slice\(0,NAME\)\.concat\(\[NAME\]\),(NAME)=\3\.slice.{0,260}?&&)((NAME)\(NAME,0,""\))\}(function \5\(.{0,300}?)(NAME\.crawl)\((NAME),(NAME)\),((NAME)\._module&&\11\._module\.attributes&&)\7\(\11\._module\.attributes,\9\),`,
  ),
  replace:
    '$1places.push([$2,$3])}var places;function look(from){var known=$7.known??=new WeakMap;places=known.get(from);' +
    'if(!places)known.set(from,places=[]),$7(from,$9);for([$2,$3]of places)$4}$6look($8),$10look($11._module.attributes),',
  upstream: { file: 'src/plot_api/plot_schema.js', issue: plotlyIssue(1958) },
}

/** Disables the fade-in of map labels, which takes many frames. */
const noFading: LibraryEdit = {
  near: 'canvasContextAttributes:{preserveDrawingBuffer:',
  find: /canvasContextAttributes:\{preserveDrawingBuffer:/,
  replace: 'fadeDuration:0,$&',
  upstream: { file: 'src/plots/map/map.js', issue: null },
}

/**
 * The library is one function, whose body V8 first only preparses. In parentheses, a function is compiled eagerly, so that 5 MB
 * are not parsed twice.
 * `(function (root, factory) { … factory() … })(self, () => {`
 */
const readOnce: LibraryEdit = {
  near: 'typeof self !== "undefined" ? self : this, () => {',
  find: /\(\s*function\(root, factory\) \{[^{}]*\{[^{}]*\} else \{[^{}]*\}\s*\} \(typeof self !== "undefined" \? self : this, (\(\) => \{)/,
  replace: '(factory => factory())(($1',
  upstream: { file: 'esbuild-config.js', issue: null },
}

/** By name, as logs and `npm run upgrade-check` have it. */
export const renderEdits: Readonly<Record<string, LibraryEdit>> = {
  lookOnce,
  numericNames,
  plainNames,
  unreadLevels,
  classPattern,
  knownColours,
  knownOpaques,
  ownListeners,
  knownArrays,
  noPointTree,
  shownPointsOnly,
  noSceneFrames,
  noPicking,
  smallPickBuffers,
  smallBlendBuffer,
  noUnseenScene,
  sharedSceneCanvas,
  textsOfOneFigure,
  emptiedCanvas,
  lowTextCanvas,
  grownTextCanvas,
  freedTextCanvas,
  keptCanvas,
  keptMapCanvas,
  keptShaders,
  knownCode,
  noIdleLayers,
  noIdleDepths,
  noLinesToPick,
  noIdleImages,
  noFading,
  fixedSize,
  noScreenPlace,
  boxesTogether,
  labelsTogether,
  knownLabels,
  equalMarks,
  knownPaths,
  plainClasses,
  plainAttributes,
  plainStyles,
  legendItemsOnce,
  legendLine,
  legendMarker,
  readOnce,
}

const missingMark = '/* edits without a place: '

/**
 * Applies all edits. The first line lists those that do not match, for `missingEdits`. Without one, images only take longer.
 */
export function tuneLibrary(source: string): string {
  const missing: string[] = []
  const tuned = Object.entries(renderEdits).reduce((library, [name, edit]) => {
    const edited = editLibrary(library, edit)
    if (edited === library) missing.push(name)
    return edited
  }, source)
  return missing.length === 0 ? tuned : `${missingMark}${missing.join(' ')} */\n${tuned}`
}

/** The names of edits that were not applied. */
export const missingEdits = (tuned: string): readonly string[] =>
  tuned.startsWith(missingMark) ? tuned.slice(missingMark.length, tuned.indexOf(' */')).split(' ') : []
