/** `/oembed?url=&maxwidth=&maxheight=&format=` (oembed.com, version 1.0). */

import { etagOf } from '../../domain/etag.ts'
import { nameOfGraph, shortDescription } from '../../domain/figure/describe/describe.ts'
import { versionName } from '../../domain/graph/graph.ts'
import { imageParameters } from '../../domain/image/image-parameters.ts'
import { refuseMisspelt, single } from '../../domain/query.ts'
import { readAll } from '../../errors/collect-faults.ts'
import { AppError, graphNotFound, invalidParameter } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { pathOf } from '../../http/path-of.ts'
import type { NamedVersion } from '../../http/representations/newest.ts'
import { sendFile } from '../../http/representations/representations.ts'
import type { HttpDeps } from '../../http/routing/deps.ts'
import { type EmbedSize, embedCode, embedSize, sizeAttributes } from './embed.ts'
import type { FactsOf } from './figure-facts.ts'
import { parseFileAddress } from './file-address.ts'

const largest = 10_000

interface OembedDeps extends Pick<HttpDeps, 'config' | 'addresses' | 'graphs'> {
  readonly factsOf: FactsOf
}

export async function sendOembed(
  ctx: Context,
  { config, addresses, graphs, factsOf }: OembedDeps,
): Promise<void> {
  const query = ctx.URL.searchParams
  const [, format, url, width, height] = readAll(
    () => refuseMisspelt(query.keys(), ['format', 'url', 'maxwidth', 'maxheight']),
    () => single(query, 'format'),
    () => single(query, 'url') || missing(),
    () => limit(query, 'maxwidth'),
    () => limit(query, 'maxheight'),
  )
  if (format !== null && format !== 'json') {
    throw new AppError('not_implemented', 'oEmbed answers are JSON only; leave format out or ask for json')
  }
  const { graphId, version } = namedBy(url, config.plotUrl)
  const graph = await graphs.find(graphId, version)
  if (!graph) throw graphNotFound(graphId)
  const name = version === undefined ? graphId : versionName(graph)
  const { traits, description } = await factsOf(graph)
  const size = embedSize(traits, { width, height })
  const full = embedSize(traits)
  const isSmaller = size.width < full.width || size.height < full.height
  const bytes = Buffer.from(
    JSON.stringify({
      version: '1.0',
      type: 'rich',
      title: nameOfGraph(graph.title, description),
      description: shortDescription(description),
      provider_name: 'Plotgate',
      provider_url: `${config.baseUrl}/`,
      html: embedCode(graph, traits, addresses, { name, attributes: sizeAttributes.fixed(size) }),
      ...size,
      // Images have a minimum size, which is also used for smaller thumbnails.
      thumbnail_url: addresses.image(name, 'png', isSmaller ? atLeast(size) : {}),
      thumbnail_width: size.width,
      thumbnail_height: size.height,
    }),
  )
  await sendFile(ctx, { bytes, etag: etagOf(bytes), type: 'application/json; charset=utf-8' })
}

/** The graph or version of a permalink or another file address. */
function namedBy(url: string, plotUrl: string): NamedVersion {
  const graph = URL.parse(url)
  const root = new URL(plotUrl)
  const path = `${pathOf(plotUrl)}/`
  if (!graph || graph.host !== root.host || !graph.pathname.startsWith(path)) throw graphNotFound(url)
  return parseFileAddress(graph.pathname.slice(path.length), graph.searchParams)
}

const missing = (): never => {
  throw invalidParameter('url', 'must be the address of a graph’s page')
}

const atLeast = ({ width, height }: EmbedSize): EmbedSize => ({
  width: Math.max(imageParameters.width.min, width),
  height: Math.max(imageParameters.height.min, height),
})

function limit(query: URLSearchParams, name: string): number | null {
  const text = single(query, name)
  if (text === null) return null
  const value = /^\d+$/.test(text) ? Number(text) : 0
  if (value < 1) throw invalidParameter(name, 'must be a whole number of pixels, at least 1')
  return Math.min(value, largest)
}
