/**
 * Security edits of the charting library. Without them, text styles and the svg writer allow a figure's text to become markup,
 * and some figures are drawn for ever. They are required in all bundles, so that an upgrade cannot lose them.
 */

import { editLibrary, type LibraryEdit, plotlyIssue, reads } from './library-edit.ts'

/**
 * Matches the allowed declarations in the style of a text (`<span style="…">`): only colour functions and `calc()`, no `url()`,
 * `image-set()` or `src()`, and no escapes.
 */
const plainDeclarations = String.raw`/^\s*[a-z-]+\s*:(?:[^()\\]|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|calc)\([^()\\]*\))*$/i`

/** `css = quoted(extra, STYLE); if (css) { css = css.replace(COLOR, '$1 fill:') …` */
const textStyles: LibraryEdit = {
  near: '"$1 fill:"',
  find: reads(String.raw`(,(NAME)=NAME\(NAME,NAME\);if\()(\2\)?\?\(\2=\2\.replace\(NAME,"\$1 fill:"\))`),
  replace: `$1$2=$2&&$2.split(";").filter(e=>${plainDeclarations.replaceAll('$', '$$$$')}.test(e)).join(";"),$3`,
  upstream: { file: 'src/lib/svg_text_utils.js', issue: plotlyIssue(7256) },
}

/** `popup && (attributes.onclick = 'window.open(…)')`: removes an inline handler, which our pages would not run. */
const noPopups: LibraryEdit = {
  near: 'window.open(this.href.baseVal',
  find: reads(
    String.raw`,(NAME)&&\(NAME\.onclick='window\.open\(this\.href\.baseVal,this\.target\.baseVal,"'\+\1\+'"\);return false;'\)`,
  ),
  replace: '',
  upstream: { file: 'src/lib/svg_text_utils.js', issue: null },
}

/**
 * The svg writer marks quotes in font names with a certain word, and replaces quotes beside that word by apostrophes in the
 * result, so that a text containing the word can end an attribute. Removes the mark.
 */
const noQuoteMark: LibraryEdit = {
  near: '"TOBESTRIPPED"',
  find: /"TOBESTRIPPED"/,
  replace: `'"'`,
  upstream: { file: 'src/snapshot/tosvg.js', issue: plotlyIssue(1697) },
}

/** Replaces the quotes by apostrophes within style attributes instead. */
const quotesInStyles: LibraryEdit = {
  near: '.XMLSerializer().serializeToString(',
  find: reads(String.raw`(;return (NAME)=NAME\(\2\),\2=NAME\(\2\),)\2=\2\.replace\(NAME,"'"\)`),
  replace: `$1$2=$2.replace(/ style="[^"]*"/g,e=>e.includes("'")?e:e.replaceAll("&quot;","'"))`,
  upstream: { file: 'src/snapshot/tosvg.js', issue: plotlyIssue(1697) },
}

/** The maximum nesting of tags in texts. Three thousand nested tags, nine kilobytes, take longer than a render may. */
const deepestTags = 32

/**
 * Ignores deeper tags, because each line creates elements for all open tags. `currentNode = lineNode; var old = stack; stack = [{node: lineNode}]; if (old.length > 1) for (…) enter(old[i])
 * } function enter(spec) {`
 */
const shallowTags: LibraryEdit = {
  near: '"Ignoring unexpected end tag </"',
  find: reads(
    String.raw`(NAME=(NAME);var NAME=(NAME);if\(\3=\[\{node:\2\}\],NAME\.length>1\)for\(var NAME=1;NAME<NAME\.length;NAME\+\+\)NAME\(NAME\[NAME\]\)\}function NAME\(NAME\)\{)`,
  ),
  replace: `$1if($3.length>${deepestTags})return;`,
  upstream: { file: 'src/lib/svg_text_utils.js', issue: null },
}

/**
 * `if (range) return relayout(range)`: labels inside a plot extend its range, and the plot is drawn again until the
 * range does not change. With fixed ratios or matching axes this may never end; real figures need at most three rounds.
 */
const labelsSettle: LibraryEdit = {
  near: '_insideTickLabelsUpdaterange=void 0',
  find: reads(String.raw`if\((NAME)\)(return (NAME)\._fullLayout\._insideTickLabelsUpdaterange=void 0,)`),
  replace: '$3._labelRounds=$1?($3._labelRounds||0)+1:0;if($1&&$3._labelRounds<10)$2',
  upstream: { file: 'src/plot_api/plot_api.js', issue: null },
}

/** By name, as `npm run upgrade-check` has it. */
export const safetyEdits: Readonly<Record<string, LibraryEdit>> = {
  textStyles,
  noPopups,
  shallowTags,
  noQuoteMark,
  quotesInStyles,
  labelsSettle,
}

/** Applies all security edits. Throws if one does not match. */
export const secureLibrary = (source: string): string =>
  Object.entries(safetyEdits).reduce((library, [name, edit]) => {
    const edited = editLibrary(library, edit)
    if (edited === library) {
      throw new Error(`the charting library has no place for the edit ${name}`)
    }
    return edited
  }, source)
