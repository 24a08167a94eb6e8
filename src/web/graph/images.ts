/** `/:graph_id.png`, `.svg`, `.webp`, `.jpeg`, `.pdf` (spec 2, `image_url`), `/:graph_id.json` and `/:graph_id.csv`. */

import { etagOf } from '../../domain/etag.ts'
import type { FigureFacts } from '../../domain/figure/facts.ts'
import { joinTexts, tableTextOf, textsOfFigure } from '../../domain/figure/text.ts'
import type { Artifact, GraphRecord } from '../../domain/graph/graph.ts'
import { formats, type ImageFormat } from '../../domain/image/formats.ts'
import { readLook } from '../../domain/image/image-parameters.ts'
import { refuseMisspelt } from '../../domain/query.ts'
import { AppError } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { disconnectSignal } from '../../http/disconnect.ts'
import { networkOf } from '../../http/network.ts'
import type { FileCache } from '../../http/representations/file-cache.ts'
import { type NamedVersion, withVersion } from '../../http/representations/newest.ts'
import { type File, sendFile } from '../../http/representations/representations.ts'
import { setGraphHeaders, versionTag } from '../../http/representations/versions.ts'
import type { HttpDeps } from '../../http/routing/deps.ts'
import { fontedEtag, namesFont, withFaces } from '../styles/fonts.ts'
import { describedSvg } from './described-svg.ts'
import type { FactsOf } from './figure-facts.ts'
import { disposition, fileStem } from './file-name.ts'
import { largestInline } from './inline-figure.ts'

export interface FilesDeps extends Pick<HttpDeps, 'graphs' | 'images' | 'bodies'> {
  readonly cache: FileCache
}

interface ImageDeps extends FilesDeps {
  readonly factsOf: FactsOf
}

/** Sends an image, joining a render in flight or starting one. Rejects like `Images.get`. */
export async function sendImage(
  ctx: Context,
  { images, bodies, factsOf, cache }: ImageDeps,
  { graphId, version }: NamedVersion,
  format: ImageFormat,
): Promise<void> {
  const look = readLook(ctx.URL.searchParams)
  const stale = ctx.URL.searchParams.has('stale')
  const requester = { version, stale, signal: disconnectSignal(ctx), address: networkOf(ctx.ip) }
  const { record, artifact } = await images.get(graphId, { ...look, format }, requester)
  setGraphHeaders(ctx, record)
  setDisposition(ctx, record, format)
  if (artifact.drawnBy !== undefined) ctx.set('Plotgate-Drawn-By', artifact.drawnBy)
  const file = { type: formats[format].mediaType, modified: artifact.createdAt, cache }
  const description = format === 'svg' ? await factsOf(record).then(descriptionIn, withoutWords) : null
  const content = format === 'svg' ? svgWithFonts(artifact, bodies) : artifact
  await sendFile(ctx, {
    ...file,
    ...(description ? describedSvg(content, record.title, description) : content),
  })
}

const descriptionIn = ({ description }: FigureFacts): string => description

/** Sends an image without a description if its version was removed just now. */
function withoutWords(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/** Embeds our fonts in an svg that uses them. */
function svgWithFonts({ bytes, etag }: Artifact, bodies: FilesDeps['bodies']): Pick<File, 'bytes' | 'etag'> {
  if (!namesFont(bytes)) return { bytes, etag }
  return {
    bytes: async () => withFaces(bytes, (await bodies.fontsOfSvg(bytes)).faces),
    etag: fontedEtag(etag),
  }
}

/** The beginning of the ETags of json files, which identifies their format. */
const jsonPrefix = etagOf('{data,layout,frames}').slice(1, 7)

/** The figure's exact texts: `{"data": …, "layout": …, "frames": …}`. */
export const sendFigure = (ctx: Context, { graphs, cache }: FilesDeps, named: NamedVersion): Promise<void> =>
  withVersion(graphs, named, async record => {
    setGraphHeaders(ctx, record)
    setDisposition(ctx, record, 'json')
    await sendFile(ctx, {
      async bytes() {
        const { figure } = await graphs.read(record.graphId, record.version)
        return joinTexts(textsOfFigure(figure))
      },
      etag: versionTag(jsonPrefix, record),
      type: 'application/json; charset=utf-8',
      cache,
    })
  })

/** The beginning of the ETags of csv files, which identifies their format. */
const csvPrefix = etagOf('frame,x,y').slice(1, 7)

/** The data as a table (contract, "Files under {plot_url}"). */
export const sendCsv = (
  ctx: Context,
  { graphs, bodies, cache, factsOf }: ImageDeps,
  named: NamedVersion,
): Promise<void> =>
  withVersion(graphs, named, async record => {
    setGraphHeaders(ctx, record)
    setDisposition(ctx, record, 'csv')
    await sendFile(ctx, {
      async bytes() {
        const { figure } = await graphs.read(record.graphId, record.version)
        return bodies.writeCsv(tableTextOf(figure))
      },
      etag: versionTag(csvPrefix, record),
      type: 'text/csv; charset=utf-8',
      cache,
      large: ctx.method === 'HEAD' && (await factsOf(record)).bytes > largestInline,
    })
  })

/** Files are shown inline, or downloaded with `?download`. Both have a name from the title. */
function setDisposition(ctx: Context, record: GraphRecord, extension: string): void {
  const query = ctx.URL.searchParams
  refuseMisspelt(query.keys(), ['download'])
  const kind = query.has('download') ? 'attachment' : 'inline'
  ctx.set('Content-Disposition', disposition(kind, `${fileStem(record.title, record.graphId)}.${extension}`))
}
