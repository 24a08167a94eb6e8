/**
 * Edits of the charting library that everyone's figures need: without them its text styles and its svg writer let a
 * figure's text become markup, and a figure may keep it drawing for ever. Made in every bundle that a page or the
 * renderer runs. A release that reads otherwise is refused, so that an upgrade cannot lose them.
 */

import { editLibrary, type LibraryEdit, plotlyIssue, reads } from './library-edit.ts'

/**
 * Of the style that a text asks for (`<span style="…">`), the declarations whose values call no function but those
 * of colours and sums: no `url()`, `image-set()` or `src()`, and no escape that spells one.
 */
const plainDeclarations = String.raw`/^\s*[a-z-]+\s*:(?:[^()\\]|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|calc)\([^()\\]*\))*$/i`

/** `css = quoted(extra, STYLE); if (css) { css = css.replace(COLOR, '$1 fill:') …` */
const textStyles: LibraryEdit = {
  near: '"$1 fill:"',
  find: reads(String.raw`(,(NAME)=NAME\(NAME,NAME\);if\()(\2\)?\?\(\2=\2\.replace\(NAME,"\$1 fill:"\))`),
  replace: `$1$2=$2&&$2.split(";").filter(e=>${plainDeclarations.replaceAll('$', '$$$$')}.test(e)).join(";"),$3`,
  upstream: { file: 'src/lib/svg_text_utils.js', issue: plotlyIssue(7256) },
}

/** `popup && (attributes.onclick = 'window.open(…)')`: an inline handler, which no page of ours would run. */
const noPopups: LibraryEdit = {
  near: 'window.open(this.href.baseVal',
  find: reads(
    String.raw`,(NAME)&&\(NAME\.onclick='window\.open\(this\.href\.baseVal,this\.target\.baseVal,"'\+\1\+'"\);return false;'\)`,
  ),
  replace: '',
  upstream: { file: 'src/lib/svg_text_utils.js', issue: null },
}

/**
 * The svg writer marks quotes in fonts' names with a word, and turns quotes beside that word into apostrophes when the
 * file is written: a text that says the word ends an attribute there. Without the mark there is nothing to say…
 */
const noQuoteMark: LibraryEdit = {
  near: '"TOBESTRIPPED"',
  find: /"TOBESTRIPPED"/,
  replace: `'"'`,
  upstream: { file: 'src/snapshot/tosvg.js', issue: plotlyIssue(1697) },
}

/** …and the quotes become apostrophes inside the style attributes that they stand in, which end where they ended. */
const quotesInStyles: LibraryEdit = {
  near: '.XMLSerializer().serializeToString(',
  find: reads(String.raw`(;return (NAME)=NAME\(\2\),\2=NAME\(\2\),)\2=\2\.replace\(NAME,"'"\)`),
  replace: `$1$2=$2.replace(/ style="[^"]*"/g,e=>e.includes("'")?e:e.replaceAll("&quot;","'"))`,
  upstream: { file: 'src/snapshot/tosvg.js', issue: plotlyIssue(1697) },
}

/** More than any text needs: three thousand tags within each other, nine kilobytes, are laid out for longer than a render has. */
const deepestTags = 32

/**
 * Tags deeper than that are left out: each is an element within the one before, and all of them are made anew for each
 * line. `currentNode = lineNode; var old = stack; stack = [{node: lineNode}]; if (old.length > 1) for (…) enter(old[i])
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
 * `if (range) return relayout(range)`: labels inside a plot widen its range, and the plot is drawn anew, until they ask
 * for no other range. Axes that also keep a ratio or match others may ask for ever; real figures settle in three rounds.
 */
const labelsSettle: LibraryEdit = {
  near: '_insideTickLabelsUpdaterange=void 0',
  find: reads(String.raw`if\((NAME)\)(return (NAME)\._fullLayout\._insideTickLabelsUpdaterange=void 0,)`),
  replace: '$3._labelRounds=$1?($3._labelRounds||0)+1:0;if($1&&$3._labelRounds<10)$2',
  upstream: { file: 'src/plot_api/plot_api.js', issue: null },
}

export const safetyEdits: Readonly<Record<string, LibraryEdit>> = {
  textStyles,
  noPopups,
  shallowTags,
  noQuoteMark,
  quotesInStyles,
  labelsSettle,
}

/** A bundle of the charting library with all of them; throws where one finds no place. */
export const secureLibrary = (source: string): string =>
  Object.entries(safetyEdits).reduce((library, [name, edit]) => {
    const edited = editLibrary(library, edit)
    if (edited === library) {
      throw new Error(`the charting library has no place for the edit ${name}`)
    }
    return edited
  }, source)
