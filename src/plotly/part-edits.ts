/**
 * Edits of the charting library made in every part of it that a page or the renderer runs: what the default style
 * needs, which leaves figures under a template of their own as they are, and what the library would fail on.
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

/**
 * Categories in an order other than that of the data are looked for in every trace of their axis, and boxes that have
 * a name alone, or a trace without data, have no array there.
 * `values = trace[letter]; for (i = 0; i < values.length; i++) { … lookup[values[i]] = 1 …`
 */
const namelessTraces: LibraryEdit = {
  near: '==="category ascending"?',
  find: reads(
    String.raw`(NAME)=(NAME\[NAME\]\[NAME\]);(?=for\(NAME=0;NAME<\1\.length;NAME\+\+\)\{var NAME=\1\[NAME\];NAME!=null&&\(NAME\[NAME\]=1\))`,
  ),
  replace: '$1=$2||[];',
  upstream: { file: 'src/plots/cartesian/category_order_defaults.js', issue: null },
}

/** A point alone between gaps has no area, and no ring that one could be found from: from it and back it has. */
const pointsAlone: LibraryEdit = {
  near: '.makePolygon=function(',
  find: reads(String.raw`\.makePolygon=function\((NAME)\)\{`),
  replace: '$&$1=$1.map(ring=>ring.length>1?ring:[ring[0],ring[0]]);',
  upstream: { file: 'src/lib/geojson_utils.js', issue: null },
}

export const partEdits: Readonly<Record<string, LibraryEdit>> = {
  readableInks,
  chosenButtons,
  namelessTraces,
  pointsAlone,
}

/** As it was where an edit finds no place: such a library draws, but for what the edits are about. */
export const editPart = (source: string): string => Object.values(partEdits).reduce(editLibrary, source)
