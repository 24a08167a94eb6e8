/**
 * The charting library as the render pages run it. It is written for plots that somebody looks at while they move;
 * an image needs only their last state. Each edit leaves images the same to the byte, and is made only where the
 * library reads as in the release this was written for. docs/decisions/library-patches.md has what each gave.
 */

import { editLibrary, type LibraryEdit, plotlyIssue, reads } from './library-edit.ts'
import { equalMarks, fixedSize, knownLabels, knownPaths, plainClasses } from './repeated-work.ts'
import {
  emptiedCanvas,
  grownTextCanvas,
  keptShaders,
  lowTextCanvas,
  noIdleImages,
  noIdleLayers,
  noLinesToPick,
  noPicking,
  noPointTree,
  noSceneFrames,
  noUnseenScene,
  smallUnseenCanvas,
} from './webgl-edits.ts'

/**
 * After placing each tick label it looks for labels that overflow among all of them: with n labels n²
 * measurements, a fifth of the time of a small chart. Only the last look decides what is seen.
 * `labels.each(function (d) { … axis.look && axis.look() …`
 */
const lookOnce: LibraryEdit = {
  near: '_adjustTickLabelsOverflow&&',
  find: reads(
    String.raw`(\((NAME),NAME\)\{\2\.each\(function\(NAME\)\{(?:(?!function).){0,800}?)((NAME)\._adjustTickLabelsOverflow&&\4\._adjustTickLabelsOverflow\(\))`,
  ),
  // Labels set as TeX never look.
  replace: '$1$2[0].findLast(e=>e&&!e.querySelector(".text-math-group"))===this&&$3',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: plotlyIssue(298) },
}

/** Names of attributes are taken apart thousands of times a chart: only what is no string may be a number. */
const numericNames: LibraryEdit = {
  near: '.slice(-4)==="[-1]"',
  find: reads(String.raw`if\((NAME)\((NAME)\)\)(\2=String\(\2\);else if\(typeof \2!="string")`),
  replace: 'if(typeof $2!="string"&&$1($2))$3',
  upstream: { file: 'src/lib/nested_property.js', issue: null },
}

/**
 * Only a name with brackets or underscores needs a second look at its parts.
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

/** What it notes of each level on the way to an attribute, and nobody reads. */
const unreadLevels: LibraryEdit = {
  near: 'container is not an object',
  find: reads(
    String.raw`(throw"container is not an object";)(NAME)=NAME\(\2,NAME\),NAME\.push\(\[NAME,\2\]\)\}`,
  ),
  replace: '$1}',
  upstream: { file: 'src/lib/nested_property.js', issue: null },
}

/** A pattern for elements without a class list, compiled for each class that is set. There are none here. */
const classPattern: LibraryEdit = {
  near: '.classList)return ',
  find: reads(
    String.raw`var (NAME)=NAME\(NAME\);(return function\((NAME),(NAME)\)\{if\((NAME)=\3\.classList\)return \4\?)`,
  ),
  replace: 'var $1;$2',
  upstream: { file: '@plotly/d3/d3.js', issue: null },
}

/** A function of a text, which remembers what the last few hundred short ones gave. */
const remembering = (made: string) =>
  `(make=>{let known=new Map;return e=>{if(typeof e!="string"||e.length>99)return make(e);let value=known.get(e);` +
  `if(value===undefined){if(known.size>500)known.clear();known.set(e,value=make(e))}return value}})(${made})`

/**
 * Each mark's colour is read from its text, four times; a chart has a handful of them.
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

/** And written again, without its opacity. `opaque = colour => format({ ...parse(colour), alpha: 1 })` */
const knownOpaques: LibraryEdit = {
  near: ',{alpha:1})),',
  find: reads(String.raw`(NAME)=(NAME=>NAME\(NAME\(NAME\(\{\},NAME\(NAME\)\),\{alpha:1\}\)\)),`),
  replace: `$1=${remembering('$2')},`,
  upstream: { file: 'src/components/color/index.js', issue: plotlyIssue(8054) },
}

/**
 * To take a listener off it looks through all properties of an element, those it inherits too; its own listeners
 * are properties of the element itself. `for (name in this) if (match = name.match(pattern)) …`
 */
const ownListeners: LibraryEdit = {
  near: '"^__on([^.]+)"',
  find: reads(String.raw`for\(var (NAME) in this\)(?=if\(NAME=\1\.match\()`),
  replace: 'for(var $1 of Object.keys(this))',
  upstream: { file: '@plotly/d3/d3.js', issue: null },
}

/**
 * Which attributes may be arrays is looked up in the whole schema of a trace's type, for every trace. That is the
 * same each time; only whether they are arrays is not.
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

/** Texts of a map fade in, in as many frames as the browser makes of it. */
const noFading: LibraryEdit = {
  near: 'canvasContextAttributes:{preserveDrawingBuffer:',
  find: /canvasContextAttributes:\{preserveDrawingBuffer:/,
  replace: 'fadeDuration:0,$&',
  upstream: { file: 'src/plots/map/map.js', issue: null },
}

/**
 * All of it is one function, and the engine passes over a function's body until it is called: in parentheses it is
 * read as one that is called at once, and 5 MB are not read twice.
 * `(function (root, factory) { … factory() … })(self, () => {`
 */
const readOnce: LibraryEdit = {
  near: 'typeof self !== "undefined" ? self : this, () => {',
  find: /\(\s*function\(root, factory\) \{[^{}]*\{[^{}]*\} else \{[^{}]*\}\s*\} \(typeof self !== "undefined" \? self : this, (\(\) => \{)/,
  replace: '(factory => factory())(($1',
  upstream: { file: 'esbuild-config.js', issue: null },
}

export const edits: Readonly<Record<string, LibraryEdit>> = {
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
  noSceneFrames,
  noPicking,
  noUnseenScene,
  smallUnseenCanvas,
  emptiedCanvas,
  lowTextCanvas,
  grownTextCanvas,
  keptShaders,
  noIdleLayers,
  noLinesToPick,
  noIdleImages,
  noFading,
  fixedSize,
  knownLabels,
  equalMarks,
  knownPaths,
  plainClasses,
  readOnce,
}

const missingMark = '/* edits without a place: '

/**
 * The library with all of them. Those that find no place are named in its first line, for `missingEdits`: an upgrade
 * that loses one costs time, not images.
 */
export function tuneLibrary(source: string): string {
  const missing: string[] = []
  const tuned = Object.entries(edits).reduce((library, [name, edit]) => {
    const edited = editLibrary(library, edit)
    if (edited === library) missing.push(name)
    return edited
  }, source)
  return missing.length === 0 ? tuned : `${missingMark}${missing.join(' ')} */\n${tuned}`
}

/** The names of edits that a tuned library does without. */
export const missingEdits = (tuned: string): readonly string[] =>
  tuned.startsWith(missingMark) ? tuned.slice(missingMark.length, tuned.indexOf(' */')).split(' ') : []
