/** The order of the categories along an axis. */

import type { JsonObject } from '../table/columns.ts'
import { textOf } from '../table/values.ts'
import { shortValue } from './values.ts'

/**
 * The categories in the order in which the axis shows them, as `plots/cartesian/category_order_defaults.js` finds it:
 * those that the axis lists first, or all in alphabetical order. An order by values is left as it is in the data.
 */
export function inAxisOrder(categories: readonly unknown[], axis: JsonObject): readonly unknown[] {
  const listed = Array.isArray(axis.categoryarray) ? axis.categoryarray : []
  switch (axis.categoryorder ?? (listed.length > 0 ? 'array' : 'trace')) {
    case 'array':
      return listedFirst(categories, listed)
    case 'category ascending':
      return alphabetical(categories)
    case 'category descending':
      return alphabetical(categories).reverse()
    default:
      return categories
  }
}

/** Categories are equal if their texts are. */
function listedFirst(categories: readonly unknown[], listed: readonly unknown[]): readonly unknown[] {
  const left = new Map(categories.map(category => [textOf(category), category]))
  const first: unknown[] = []
  for (const each of listed) {
    const name = textOf(shortValue(each))
    if (left.has(name)) first.push(left.get(name))
    left.delete(name)
  }
  return [...first, ...left.values()]
}

/** By UTF-16 code units, as the library sorts. */
const alphabetical = (categories: readonly unknown[]): unknown[] =>
  categories
    .map(category => [textOf(category), category] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, category]) => category)
