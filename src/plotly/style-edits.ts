/**
 * Edits of the charting library that the default style needs, made in every bundle that a page or the renderer runs.
 * Figures under a template of their own are drawn as without them.
 */

import { editLibrary, type LibraryEdit, reads } from './library-edit.ts'

/**
 * Words inside marks are white or a grey, which on middling colours, orange for one, gives 3:1: the default style has
 * its own choice (`browser/figure/style/inks.ts`). `contrast = (colour, lighter, darker) => (parse(colour).alpha …`
 */
const readableInks: LibraryEdit = {
  near: '.alpha!==1&&(',
  find: reads(String.raw`(NAME)=\((NAME),(NAME),(NAME)\)=>\((?=NAME\(\2\)\.alpha!==1&&)`),
  replace: '$1=($2,$3,$4)=>!$3&&!$4&&self.plotgateStyle?.inkOn($2)||(',
  upstream: { file: 'src/components/color/index.js', issue: null },
}

/** The button of a menu that is chosen, or pointed at, is nearly white, whatever colour its words have. */
const chosenButtons: LibraryEdit = {
  near: 'activeColor:"#F4FAFF"',
  find: /(activeColor):"#F4FAFF",(hoverColor):"#F4FAFF"/,
  replace: ['$1', '$2'].map(name => `get ${name}(){return self.plotgateStyle?.chosen??"#F4FAFF"}`).join(),
  upstream: { file: 'src/components/updatemenus/constants.js', issue: null },
}

export const styleEdits: Readonly<Record<string, LibraryEdit>> = { readableInks, chosenButtons }

/** As it was where an edit finds no place: such a library draws, with the library's own inks. */
export const styleLibrary = (source: string): string => Object.values(styleEdits).reduce(editLibrary, source)
