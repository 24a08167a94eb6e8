/** Edits of the cells of tables: of their texts, for the default style alone, and of their data. */

import { type LibraryEdit, reads } from './library-edit.ts'

/**
 * A first word that is wider than its column gets an empty line above it.
 * `if (currentRowLength + currentAdditionLength > rowLengthLimit) { d.value += currentRow.join(…) + lineBreaker; …`
 */
const firstWords: LibraryEdit = {
  near: '=this.getComputedTextLength()',
  find: reads(String.raw`(NAME\+NAME>NAME)(?=&&\(NAME\.value\+=(NAME)\.join\()`),
  replace: '(!self.plotgateStyle||$2.length>0)&&$1',
  upstream: { file: 'src/traces/table/plot.js', issue: null },
}

/**
 * Texts of several lines begin a few pixels below those of one line. TeX has no lines.
 * `yPosition = rectBox.top - box.top + (currentTransform ? currentTransform.matrix.f : c.cellPad)`
 */
const firstLines: LibraryEdit = {
  near: '.settledY=!0',
  find: reads(
    String.raw`(?<=var (NAME)=this,.{0,300}?)=(NAME\.top-NAME\.top\+\(NAME\?NAME\.matrix\.f:(NAME\.cellPad)\));(?=.{0,200}?(NAME)\.settledY=!0)`,
  ),
  replace:
    '=self.plotgateStyle&&!$4.latex?$3+.75*parseFloat(getComputedStyle($1.querySelector("text")).fontSize):$2;',
  upstream: { file: 'src/traces/table/plot.js', issue: null },
}

/**
 * A single row of headers or cells may be a typed array, which has no arrays as elements.
 * `function squareStringMatrix(matrixIn) { var matrix = matrixIn.slice(); …`
 */
const typedRows: LibraryEdit = {
  near: 'gdColumnsOriginalOrder:',
  find: reads(String.raw`(function NAME\((NAME)\)\{var NAME=)\2\.slice\(\)(?=,NAME=1/0,NAME=0,)`),
  replace: '$1Array.from($2)',
  upstream: { file: 'src/traces/table/data_preparation_helper.js', issue: null },
}

export const tableTextEdits = { firstWords, firstLines, typedRows } satisfies Record<string, LibraryEdit>
