/** What a query asks of each item of a list. */

import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'

/** How many fields are asked of one, with its fragments spread out; what those hold in turn is not counted. */
export function fieldsUnder({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  const count = (selectionSet: SelectionSetNode | undefined): number =>
    (selectionSet?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + count(selection.selectionSet)
      return sum + count(fragments[selection.name.value]?.selectionSet)
    }, 0)
  return fieldNodes.reduce((sum, { selectionSet }) => sum + count(selectionSet), 0)
}
