/** `/:graph_id/qr`: a QR code with the link of a graph, or of one version of it. */

import { renderSVG } from 'uqr'
import { etagOf } from '../../domain/etag.ts'
import { versionName } from '../../domain/graph/graph.ts'
import { graphNotFound } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { NamedVersion } from '../../http/representations/newest.ts'
import { sendFile } from '../../http/representations/representations.ts'
import { setGraphHeaders } from '../../http/representations/versions.ts'
import type { HttpDeps } from '../../http/routing/deps.ts'

export async function sendQrCode(
  ctx: Context,
  { graphs, addresses }: Pick<HttpDeps, 'graphs' | 'addresses'>,
  { graphId, version }: NamedVersion,
): Promise<void> {
  const record = await graphs.find(graphId, version)
  if (!record) throw graphNotFound(graphId)
  // The code of the newest version stays the same, because its link does.
  const name = version === undefined ? graphId : versionName(record)
  // Always dark on light, as scanners require.
  const svg = renderSVG(addresses.permalink(name), { border: 2 })
  setGraphHeaders(ctx, record)
  await sendFile(ctx, { bytes: Buffer.from(svg), etag: etagOf(svg), type: 'image/svg+xml; charset=utf-8' })
}
