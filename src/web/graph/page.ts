/** `/:graph_id`, `/:graph_id?embed` and `/:graph_id.html` (spec 2, `permalink`). */

import { defaultLook, type Graph } from '../../domain/graph/graph.ts'
import { mediaTypes } from '../../domain/image/formats.ts'
import { readTheme } from '../../domain/image/image-parameters.ts'
import { AppError } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { HttpDeps } from '../../http/deps.ts'
import { hungUp } from '../../http/hung-up.ts'
import { etagOf, sendFile } from '../../http/representations.ts'
import { setVersion } from '../../http/versions.ts'
import { traitsOf } from '../../plotly/figure-traits.ts'
import { siteAssets } from '../layout/site-assets.ts'
import { composePage } from './document.ts'
import { disposition, fileStem } from './file-name.ts'
import type { NamedVersion } from './images.ts'
import type { Library } from './library.ts'
import { composeStandalone } from './standalone.ts'

export interface PageModule extends Pick<HttpDeps, 'config' | 'addresses' | 'graphs' | 'images'> {
  readonly library: Library
}

const type = mediaTypes.html

/** Never waits for a render: the picture in it does. */
export async function sendPage(ctx: Context, deps: PageModule, named: NamedVersion): Promise<void> {
  const { graphId, version } = named
  const graph = await deps.graphs.read(graphId, version)
  setVersion(ctx, graph)
  const query = ctx.URL.searchParams
  const follows = version === undefined && query.get('live') !== 'off'
  await sendPageOf(ctx, deps, graph, { embed: query.has('embed'), pinned: version !== undefined, follows })
}

interface PageOptions {
  readonly embed: boolean
  /** Of that version for ever. */
  readonly pinned?: boolean
  /** Shows each new version as it comes. */
  readonly follows?: boolean
}

export async function sendPageOf(
  ctx: Context,
  { config, addresses, library }: PageModule,
  graph: Graph,
  { embed, pinned = false, follows = false }: PageOptions,
): Promise<void> {
  const { graphId } = graph
  const theme = readTheme(ctx.URL.searchParams)
  const traits = traitsOf(graph.figure, graph.traceTypes)
  const assetBase = `${config.plotUrl}/assets`
  const oembed = oembedAddress(config.plotUrl, addresses.permalink(graphId))
  const page = composePage({
    graph,
    traits,
    addresses,
    assetBase,
    oembed,
    theme,
    embed,
    pinned,
    events: follows ? `${addresses.permalink(graphId)}/events` : null,
    home: `${config.baseUrl}/`,
    favicon: siteAssets.favicon,
    scripts: await Promise.all([
      ...traits.parts.map(library.part),
      ...(traits.math ? [library.math()] : []),
      library.page,
    ]),
    wordsBase: `${assetBase}/words-${library.version}/`,
    mapsBase: `${assetBase}/maps-${library.version}/`,
    file: fileStem(graph.title, graphId),
  })
  const bytes = Buffer.from(page)
  ctx.set('Link', `<${oembed}>; rel="alternate"; type="application/json+oembed"`)
  await sendFile(ctx, { bytes, type, etag: etagOf(bytes) })
}

/** The standalone file, as a download named by the title. */
export async function sendStandalone(ctx: Context, deps: PageModule, named: NamedVersion): Promise<void> {
  const { addresses, config, graphs, images, library } = deps
  const { graphId } = named
  const graph = await graphs.read(graphId, named.version)
  const { version } = graph
  setVersion(ctx, graph)
  const asker = { version, signal: hungUp(ctx), address: ctx.ip }
  const svg = await images
    .get(graphId, { ...defaultLook, format: 'svg' }, asker)
    .then(({ artifact }) => artifact.bytes, withoutImage)
  const file = fileStem(graph.title, graphId)
  const page = await composeStandalone(
    { ...graph, svg, file, permalink: addresses.permalink(graphId), share: `${config.baseUrl}/new` },
    library,
  )
  const bytes = Buffer.from(page)
  ctx.set('Content-Disposition', disposition('attachment', `${file}.html`))
  await sendFile(ctx, { bytes, type, etag: etagOf(bytes) })
}

export const oembedAddress = (plotUrl: string, permalink: string): string =>
  `${plotUrl}/oembed?${new URLSearchParams({ url: permalink })}`

/** A file without its picture still works; one of a graph that was deleted meanwhile does not. */
function withoutImage(error: unknown): null {
  if (error instanceof AppError && error.status !== 404) return null
  throw error
}
