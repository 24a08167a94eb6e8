/** `/:graph_id.html`: the standalone file of a graph. */

import { etagOf } from '../../domain/etag.ts'
import type { FigureFacts } from '../../domain/figure/facts.ts'
import { tableTextOf } from '../../domain/figure/text.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import { formats } from '../../domain/image/formats.ts'
import { readPageTheme } from '../../domain/image/image-parameters.ts'
import { defaultLook, type Theme } from '../../domain/image/look.ts'
import { refuseMisspelt } from '../../domain/query.ts'
import { AppError } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { disconnectSignal } from '../../http/disconnect.ts'
import { networkOf } from '../../http/network.ts'
import { type NamedVersion, withVersion } from '../../http/representations/newest.ts'
import { sendFile } from '../../http/representations/representations.ts'
import { setGraphHeaders } from '../../http/representations/versions.ts'
import { disposition, fileStem } from './file-name.ts'
import { largestInline } from './inline-figure.ts'
import { type PageModule, sampleDigestOf } from './page.ts'
import { composeStandalone, standaloneParts } from './standalone.ts'
import { themesOf } from './themes.ts'

/** Sends the standalone file as a download. */
export const sendStandalone = (ctx: Context, deps: PageModule, named: NamedVersion): Promise<void> =>
  withVersion(deps.graphs, named, async record => {
    const { addresses, bodies, config, graphs, library } = deps
    const { graphId, version } = record
    setGraphHeaders(ctx, record)
    const query = ctx.URL.searchParams
    refuseMisspelt(query.keys(), ['theme'])
    const wanted = readPageTheme(query)
    const facts = await deps.factsOf(record)
    const { theme } = themesOf(wanted, facts.traits)
    const image = await imageFor(ctx, deps, record, facts, theme)
    const file = fileStem(record.title, graphId)
    const scripts = await Promise.all(standaloneParts(facts.traits).map(library.part))
    const tag = [
      await sampleDigestOf(deps),
      graphId,
      version,
      theme,
      image?.etag,
      scripts.map(({ name }) => name),
    ]
    ctx.set('Content-Disposition', disposition('attachment', `${file}.html`))
    await sendFile(ctx, {
      async bytes() {
        const { figure } = await graphs.read(graphId, version)
        const permalink = addresses.permalink(graphId)
        const share = `${config.baseUrl}/new`
        const csv = await bodies.packCsv(tableTextOf(figure))
        const more = { facts, csv, image, theme, file, permalink, share }
        return composeStandalone({ ...record, figure, ...more }, library)
      },
      type: formats.html.mediaType,
      etag: etagOf(`file ${JSON.stringify(tag)}`),
      cache: deps.cache,
      large: facts.bytes > largestInline,
    })
  })

/** The static image of a standalone file. For large figures, pixels are smaller than an svg. */
async function imageFor(
  ctx: Context,
  { images }: PageModule,
  record: GraphRecord,
  facts: FigureFacts,
  theme: Theme | null,
) {
  const format = facts.bytes > largestInline ? 'png' : 'svg'
  const requester = { version: record.version, signal: disconnectSignal(ctx), address: networkOf(ctx.ip) }
  return images
    .get(record.graphId, { ...defaultLook, theme, format }, requester)
    .then(({ artifact }) => ({ ...artifact, type: formats[format].mediaType }), withoutImage)
}

/** Sends the file without an image if rendering fails, but not if the graph was deleted. */
function withoutImage(error: unknown): null {
  if (error instanceof AppError && error.status !== 404) return null
  throw error
}
