/** A load generator in a thread of its own, beside neither the server nor whoever reads the clock. */

import autocannon from 'autocannon'

/** Asks as fast as it is answered. Rejects when anything but a success came back. */
export async function fire(shot: autocannon.Options): Promise<autocannon.Result> {
  const hits = await autocannon({ ...shot, workers: 1 })
  const failed = hits.non2xx + hits.errors
  if (failed > 0) throw new Error(`${shot.url}: ${failed} of ${hits.requests.total} failed`)
  return hits
}
