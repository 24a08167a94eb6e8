/** Edits of the tables of categories that axes keep, for words that are names of object methods (`table-edits.ts`). */

import { type LibraryEdit, reads, tables } from './library-edit.ts'

/** `if (ax._categoriesMap === undefined) ax._categoriesMap = {}` */
const firstCategories = tables(
  'src/plots/cartesian/set_convert.js',
  '._categoriesMap===void 0',
  String.raw`\._categoriesMap===void 0&&\(NAME\._categoriesMap=TABLE`,
)

/** `ax._emptyCategories = function () { ax._categories = []; ax._categoriesMap = {} }` */
const emptiedCategories = tables(
  'src/plots/cartesian/set_convert.js',
  '._emptyCategories=function',
  String.raw`\._categories=\[\],NAME\._categoriesMap=TABLE`,
)

/** `seen = [[0, {}], [0, {}]]`: the order of categories in two levels. */
const categoriesOfLevels = tables(
  'src/plots/cartesian/set_convert.js',
  '.setupMultiCategory=',
  String.raw`=\[\[0,TABLE\],\[0,TABLE\]\]`,
)

/** `function getSecondaryLabelVals(ax, vals) { var out = [], lookup = {}; …` */
const labelsOfGroups = tables(
  'src/plots/cartesian/axes.js',
  '.text2]?',
  String.raw`var NAME=\[\],(?<labels>NAME)=TABLE,(?=NAME=0;[^{}]{0,40}\{var NAME=NAME\[NAME\];\k<labels>\[NAME\.text2\])`,
)

/** `lookup = {}`: the categories to sort, of which `__proto__` was lost. */
const sortedCategories = tables(
  'src/plots/cartesian/category_order_defaults.js',
  '.dataAttr||',
  String.raw`\.dataAttr\|\|NAME\._id\.charAt\(0\),NAME=TABLE,`,
)

/** `seen = {}`, once for dates and once for categories: words in it were not counted. */
const seenValues = tables(
  'src/plots/cartesian/axis_autotype.js',
  '-1)/1e3)',
  '=0,NAME=0,NAME=TABLE,NAME=0;.{0,500}?=0,NAME=0,NAME=TABLE,NAME=0;',
)

/** `axMapping = {}`: rows and columns by category. */
const rowsOfCategories = tables(
  'src/traces/heatmap/clean_2d_array.js',
  '"CategoryMap"]||',
  String.raw`=NAME\._id\.charAt\(0\),NAME=TABLE,(?=NAME=NAME\["_"\+)`,
)

/** `labelalias.hasOwnProperty(text)`, which is no function if this label has another name. */
const namesOfLabels: LibraryEdit = {
  near: '.labelalias.hasOwnProperty(',
  find: reads(String.raw`(NAME\.labelalias)\.hasOwnProperty\(`),
  replace: 'Object.hasOwn($1,',
  upstream: { file: 'src/plots/cartesian/axes.js', issue: null },
}

export const categoryEdits = {
  firstCategories,
  emptiedCategories,
  categoriesOfLevels,
  labelsOfGroups,
  sortedCategories,
  seenValues,
  rowsOfCategories,
  namesOfLabels,
} satisfies Record<string, LibraryEdit>
