/** `/:graph_id/qr`: a QR code with the link of a graph. */

import { renderSVG } from 'uqr'
import { requireGraphId } from '../../domain/ids.ts'
import { graphNotFound } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { etagOf, sendFile } from '../../http/representations/representations.ts'
import type { HttpDeps } from '../../http/routing/deps.ts'

export async function sendQrCode(
  ctx: Context,
  { graphs, addresses }: Pick<HttpDeps, 'graphs' | 'addresses'>,
  name: string,
): Promise<void> {
  const graphId = requireGraphId(name)
  if (!(await graphs.find(graphId))) throw graphNotFound(graphId)
  // Always dark on light, as scanners require.
  const svg = renderSVG(addresses.permalink(graphId), { border: 2 })
  await sendFile(ctx, { bytes: Buffer.from(svg), etag: etagOf(svg), type: 'image/svg+xml; charset=utf-8' })
}
