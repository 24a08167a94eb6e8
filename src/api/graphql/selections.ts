/** Counts the selected fields of list items. */

import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'

/** The number of directly selected fields, with fragments expanded. */
export function fieldsUnder({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  const count = (selectionSet: SelectionSetNode | undefined): number =>
    (selectionSet?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + count(selection.selectionSet)
      return sum + count(fragments[selection.name.value]?.selectionSet)
    }, 0)
  return fieldNodes.reduce((sum, { selectionSet }) => sum + count(selectionSet), 0)
}
