/**
 * Edits of the charting library that avoid repeated work, such as measuring the same text, setting the same style on many
 * marks, and parsing the same attribute names. See `render-edits.ts`.
 */

import { type LibraryEdit, plotlyIssue, reads } from './library-edit.ts'

/**
 * The size of the element matters only for responsive plots, and reading it forces a layout of the page. `context._hasZeroHeight = context._hasZeroHeight || element.clientHeight === 0, …`
 */
export const fixedSize: LibraryEdit = {
  near: '._hasZeroHeight||',
  find: reads(
    String.raw`(NAME)\._hasZeroHeight=\1\._hasZeroHeight\|\|(NAME)\.clientHeight===0,\1\._hasZeroWidth=\1\._hasZeroWidth\|\|\2\.clientWidth===0`,
  ),
  replace: '$1.responsive&&($&)',
  upstream: { file: 'src/plot_api/plot_api.js', issue: null },
}

/**
 * Overflows of tick labels are found by their boxes, which the library measures again for each position. The box of an
 * unrotated label is that of its text, translated. It may differ in the last digits, which do not matter here, unlike for
 * margins.
 * `if (group.empty()) { var box = Drawing.bBox(label.node()), overflows = 0; …`
 */
export const knownLabels: LibraryEdit = {
  near: '._adjustTickLabelsOverflow=function',
  find: reads(String.raw`(?<=if\(NAME\.empty\(\)\)\{var NAME=)(NAME)\.bBox\((NAME)\.node\(\)\)(?=,NAME=0;)`),
  replace:
    `((label,text=label.firstElementChild,moved)=>{` +
    `if(!text||label.childElementCount>1||text.childElementCount>0||text.localName!="text"||` +
    String.raw`!(moved=/^translate\((-?[\d.]+),(-?[\d.]+)\)$/.exec(text.getAttribute("transform"))))return $1.bBox(label);` +
    `var box=$1.bBox(text),x=+moved[1]+(+text.getAttribute("x")||0),y=+moved[2]+(+text.getAttribute("y")||0);` +
    `return{width:box.width,height:box.height,left:box.left+x,right:box.right+x,top:box.top+y,bottom:box.bottom+y}` +
    `})($2.node())`,
  upstream: { file: 'src/plots/cartesian/axes.js', issue: plotlyIssue(298) },
}

/**
 * The marks of a trace are styled one by one, twice each, with a dozen attributes. Marks without individual styles get the
 * attributes of the first one. `singlePointStyle = (point, mark, trace, functions, plot, extra) => …`
 */
export const equalMarks: LibraryEdit = {
  near: '.singlePointStyle=function',
  find: reads(String.raw`(NAME)\.singlePointStyle=function\((NAME),(NAME),(NAME),(NAME),(NAME),(NAME)\)\{`),
  replace:
    // The attributes that a point may have individually.
    `$1.singlePointStyle=(own=>function($2,$3,$4,$5,$6,$7){` +
    `var marker=$4.marker,line=marker&&marker.line,node=$3.node(),first=$5.first,before;` +
    // Excludes everything that depends on the point: arrays, gradients, patterns, selections, and position-dependent angles.
    `if($5.plain===undefined)$5.plain=!!marker&&typeof marker.color=="string"&&` +
    `!(line&&typeof line.color=="object")&&(!marker.angleref||marker.angleref=="up")&&` +
    `!(marker.gradient&&marker.gradient.type!="none")&&!(marker.pattern&&(marker.pattern.shape||marker.pattern.path))&&` +
    `!$5.selectedOpacityFn&&!$5.selectedSizeFn&&!$5.selectedColorFn;` +
    `if(!$5.plain||!node||own.some(name=>name in $2))return $1.ownPointStyle($2,$3,$4,$5,$6,$7);` +
    `before=node.getAttribute("style");` +
    `if(first&&first.before===before){` +
    `if($7&&$7.i>=0&&$2.i===undefined)$2.i=$7.i;` +
    `if(first.style!==before)node.setAttribute("style",first.style);` +
    `if($5.ms2mrc){$2.mrc=first.mrc;$2.om=first.om;` +
    `if(node.getAttribute("d")!==first.d)node.setAttribute("d",first.d)}return}` +
    `$1.ownPointStyle($2,$3,$4,$5,$6,$7);` +
    `$5.first||={before,style:node.getAttribute("style"),d:node.getAttribute("d"),mrc:$2.mrc,om:$2.om}` +
    `})("mo ms mx ma mf so mlw mlc mc mgt mgc mld trace isBlank".split(" "));` +
    `$1.ownPointStyle=function($2,$3,$4,$5,$6,$7){`,
  upstream: { file: 'src/components/drawing/index.js', issue: null },
}

/**
 * Defaults are set with thousands of lookups by attribute name, each of which parses the name and creates closures. `coerce = (input, output, schema, name, default) => { var … = find(schema, name).get(), …`
 */
export const knownPaths: LibraryEdit = {
  near: '.coerce2=function',
  find: reads(
    String.raw`(NAME)\.coerce=function\((NAME),(NAME),(NAME),(NAME),(NAME)\)\{var (NAME)=(NAME)\(\4,\5\)\.get\(\),(NAME)=\8\(\2,\5\),(NAME)=\8\(\3,\5\),`,
  ),
  replace:
    `var partsOf=(known=>name=>{var parts=known.get(name);if(parts===undefined){if(known.size>5000)known.clear();` +
    `parts=typeof name=="string"&&!name.includes("[")&&!name.includes("__")?name.split("."):null;` +
    `known.set(name,parts)}return parts})(new Map),` +
    `Place=class{constructor(from,parts){this.from=from;this.parts=parts}` +
    `get(){var{from:at,parts}=this,last=parts.length-1,step=0;` +
    `for(;step<last;step++)if(at=at[parts[step]],typeof at!="object"||at===null)return;` +
    `at=at[parts[last]];return at===null?undefined:at}` +
    `set(value){var{from:at,parts}=this,last=parts.length-1,absent=value==null,step=0;` +
    `for(;step<last;step++){if(at[parts[step]]===undefined){if(absent)return;at[parts[step]]={}}` +
    `at=at[parts[step]];if(typeof at!="object"||at===null)throw"container is not an object"}` +
    `if(!absent)at[parts[last]]=value;else if(delete at[parts[last]],Array.isArray(at)&&+parts[last]===at.length-1)` +
    `for(;at.length&&at[at.length-1]===undefined;)at.pop()}},` +
    `placeIn=(from,name)=>{var parts=typeof from=="object"&&from!==null&&partsOf(name);` +
    `return parts?new Place(from,parts):$8(from,name)};` +
    `$1.coerce=function($2,$3,$4,$5,$6){var $7=placeIn($4,$5).get(),$9=placeIn($2,$5),$10=placeIn($3,$5),`,
  upstream: { file: 'src/lib/coerce.js', issue: null },
}

/**
 * Most classes are set individually, but the library always searches the name for spaces between several classes.
 * `classed = (names, value) => { names = split(names).map(setter); …`
 */
export const plainClasses: LibraryEdit = {
  near: '.trim().split(/^|\\s+/)}',
  find: reads(
    String.raw`(split\(\/\^\|\\s\+\/\)\}function NAME\((NAME),(NAME)\)\{)(\2=NAME\(\2\)\.map\(NAME\);)`,
  ),
  replace:
    '$1if(typeof $2=="string"&&typeof $3!="function"&&/^[\\w-]+$/.test($2))' +
    'return $3?function(){this.classList.add($2)}:function(){this.classList.remove($2)};$4',
  upstream: { file: '@plotly/d3/d3.js', issue: null },
}

/** Sets a value on all elements of a selection, as `each` does with a function of its own. */
const onEach = (statement: string) =>
  `for(let nodes=0;nodes<this.length;nodes++)for(let group=this[nodes],at=0;at<group.length;at++){` +
  `let node=group[at];node&&${statement}}return this`

/**
 * Most attributes are given one value, but each call creates six functions, one of which sets it.
 * `attr = (name, value) => { if (arguments.length < 2) { if (typeof name === 'string') { const node = this.node(); return … d3.ns.qualify(name) …`
 */
export const plainAttributes: LibraryEdit = {
  near: ',qualify:function(',
  find: reads(
    String.raw`(NAME\.attr=function\((NAME),(NAME)\)\{)(if\(arguments\.length<2\)\{if\(typeof \2=="string"\)\{var NAME=this\.node\(\);return \2=(NAME)\.ns\.qualify)`,
  ),
  replace:
    `$1if($3!=null&&typeof $3!="function"&&typeof $2=="string"&&!$2.includes(":")&&!($2 in $5.ns.prefix)){` +
    `${onEach('node.setAttribute($2,$3)')}}$4`,
  upstream: { file: '@plotly/d3/d3.js', issue: null },
}

/** And three functions for a style. `style = (name, value, priority) => { const given = arguments.length; if (given < 3) { …` */
export const plainStyles: LibraryEdit = {
  near: '.trim().split(/^|\\s+/)}',
  find: reads(
    String.raw`(NAME\.style=function\((NAME),(NAME),(NAME)\)\{var (NAME)=arguments\.length;)(if\(\5<3\)\{if\(typeof \2!="string"\))`,
  ),
  replace:
    `$1if($3!=null&&typeof $3!="function"&&typeof $2=="string"){` +
    `${onEach('node.style.setProperty($2,$3,$5<3?"":$4)')}}$6`,
  upstream: { file: '@plotly/d3/d3.js', issue: null },
}

/**
 * The labels of an axis are measured one by one, to find the space that they need, and each measurement makes the browser lay
 * out the plot. Those whose box is not known yet are measured together: all are added, then all are read.
 * `axis._selections[cls].each(function () { … if (label.node().style.display !== 'none') { var box = Drawing.bBox(label.node().parentNode) …`
 */
export const labelsTogether: LibraryEdit = {
  near: '.getTickSigns=function',
  find: reads(
    String.raw`(NAME\._selections\[NAME\])(\.each\(function\(\)\{var (NAME)=(NAME)\(this\);if\(\3\.node\(\)\.style\.display!=="none"\)\{var NAME=(NAME)\.bBox\(\3\.node\(\)\.parentNode\))`,
  ),
  replace:
    '$5.measureTogether?.($1[0].flatMap(e=>e?$4(e).node():[]).filter(e=>e.style.display!=="none").map(e=>e.parentNode)),$1$2',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

/**
 * Adds `measureTogether` to `Drawing`, which stores the boxes under the same keys and with the same values as `bBox`.
 * `Drawing.savedBBoxes = {}; var savedCount = 0, max = 10000; Drawing.bBox = function (node, inTester, key) { …
 * select(copy).attr('transform', null).call(positionText, 0, 0) …`
 */
export const boxesTogether: LibraryEdit = {
  near: '.savedBBoxes={};var ',
  find: reads(
    String.raw`(NAME)\.savedBBoxes=\{\};var (NAME)=0,(NAME)=(?:1e4|10000);\1\.bBox=function\((NAME),NAME,(NAME)\)\{\5\|\|\(\5=(NAME)\(\4\)\);.{0,900}?(NAME)\.select\(NAME\)\.attr\("transform",null\)\.call\((NAME)\.positionText,0,0\);`,
  ),
  replace:
    '$1.measureTogether=function(groups){var copies=[],origin,at;' +
    'for(let group of groups){if(group.childNodes.length!==1)continue;' +
    'let text=group.childNodes[0],key=text.getAttribute&&$6(text),move=key&&text.getAttribute("transform");if(!key)continue;' +
    'if(move)key+="~"+(+text.getAttribute("x")||0)+"~"+(+text.getAttribute("y")||0)+"~"+move;' +
    'if($1.savedBBoxes[key])continue;' +
    'let copy=(move?group:text).cloneNode(!0);copies.push([key,copy]);$1.tester.node().appendChild(copy);' +
    '$7.select(copy).attr("transform",null).call($8.positionText,0,0)}' +
    'if(!copies.length)return;if($2>=$3)$1.savedBBoxes={},$2=0;' +
    'origin=$1.testref.node().getBoundingClientRect();' +
    'for(let[key,copy]of copies){at=copy.getBoundingClientRect();$2++;' +
    '$1.savedBBoxes[key]={height:at.height,width:at.width,left:at.left-origin.left,top:at.top-origin.top,' +
    'right:at.right-origin.left,bottom:at.bottom-origin.top}}' +
    'for(let[,copy]of copies)copy.remove()};$&',
  upstream: { file: 'src/components/drawing/index.js', issue: null },
}

/** The position of the plot on the screen is only needed for the mouse, and reading it forces a layout of the page. */
export const noScreenPlace: LibraryEdit = {
  near: '._calcInverseTransform=',
  find: reads(String.raw`(NAME)\._calcInverseTransform=NAME,\1\._calcInverseTransform\(NAME\),`),
  replace: '$1._calcInverseTransform=()=>{},',
  upstream: { file: 'src/plot_api/subroutines.js', issue: null },
}
