/** Deleting graphs: unreadable first, then everything of theirs. */

import type { Connection } from './connection.ts'
import type { Collections } from './documents.ts'

/** How many of these were there and were removed by this call. */
export async function removeGraphs(
  { graphs, figures, artifacts, claims, withLock }: Collections & Pick<Connection, 'withLock'>,
  docs: readonly { readonly _id: string; readonly claimId: string | null }[],
): Promise<number> {
  const ids = docs.map(doc => doc._id)
  // Before the graph goes: whoever still writes under the claim will see it and take its writing back.
  await Promise.all(
    docs.map(
      ({ _id: graphId, claimId }) =>
        claimId !== null &&
        withLock(`claim/${claimId}`, () =>
          claims.updateOne({ _id: claimId, graphId }, { $set: { state: 'removed' } }),
        ),
    ),
  )
  const { deletedCount } = await graphs.deleteMany({ _id: { $in: ids } })
  // Also where another call removed the graph: that one may have died before this.
  await artifacts.deleteMany({ graphId: { $in: ids } })
  await figures.deleteMany({ _id: { $in: ids } })
  return deletedCount
}
