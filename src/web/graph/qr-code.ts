/** `/:graph_id/qr`: the link of a graph for cameras. */

import { renderSVG } from 'uqr'
import { requireGraphId } from '../../domain/ids.ts'
import { graphNotFound } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { HttpDeps } from '../../http/deps.ts'
import { etagOf, sendFile } from '../../http/representations.ts'

export async function sendQrCode(
  ctx: Context,
  { graphs, addresses }: Pick<HttpDeps, 'graphs' | 'addresses'>,
  name: string,
): Promise<void> {
  const graphId = requireGraphId(name)
  if (!(await graphs.find(graphId))) throw graphNotFound(graphId)
  // Cameras want it dark on light, in the dark as well.
  const svg = renderSVG(addresses.permalink(graphId), { border: 2 })
  await sendFile(ctx, { bytes: Buffer.from(svg), etag: etagOf(svg), type: 'image/svg+xml; charset=utf-8' })
}
