/** `/:graph_id.png`, `.svg`, `.webp`, `.jpeg`, `.pdf` (spec 2, `image_url`) `/:graph_id.json` and `/:graph_id.csv`. */

import type { FigureFacts } from '../../domain/figure/facts.ts'
import { joinTexts } from '../../domain/figure/text.ts'
import type { Artifact, GraphRecord } from '../../domain/graph/graph.ts'
import { idShape, parseGraphId } from '../../domain/ids.ts'
import { fileFormats, formatNamed, formats, type ImageFormat } from '../../domain/image/formats.ts'
import { readLook } from '../../domain/image/image-parameters.ts'
import { AppError, graphNotFound, invalidParameter } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { disconnectSignal } from '../../http/disconnect.ts'
import type { FileCache } from '../../http/representations/file-cache.ts'
import { type NamedVersion, withVersion } from '../../http/representations/newest.ts'
import { etagOf, type File, sendFile } from '../../http/representations/representations.ts'
import { parseVersion, setGraphHeaders, versionIn, versionTag } from '../../http/representations/versions.ts'
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
  const requester = { version, stale, signal: disconnectSignal(ctx), address: ctx.ip }
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

/** Identifies the format of the json file in ETags. */
const figureEdition = etagOf('{data,layout,frames}').slice(1, 7)

/** The figure's exact texts: `{"data": …, "layout": …, "frames": …}`. */
export const sendFigure = (ctx: Context, { graphs, cache }: FilesDeps, named: NamedVersion): Promise<void> =>
  withVersion(graphs, named, async record => {
    setGraphHeaders(ctx, record)
    setDisposition(ctx, record, 'json')
    await sendFile(ctx, {
      async bytes() {
        const { data, layout, frames } = (await graphs.read(record.graphId, record.version)).figure
        const ending = frames === null ? [] : [',"frames":', frames]
        return joinTexts(['{"data":', data, ',"layout":', layout, ...ending, '}'])
      },
      etag: versionTag(figureEdition, record),
      type: 'application/json; charset=utf-8',
      cache,
    })
  })

/** Identifies the format of the csv file in ETags. */
const tableEdition = etagOf('x,y').slice(1, 7)

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
        const { data } = (await graphs.read(record.graphId, record.version)).figure
        return bodies.writeCsv(data)
      },
      etag: versionTag(tableEdition, record),
      type: 'text/csv; charset=utf-8',
      cache,
      large: ctx.method === 'HEAD' && (await factsOf(record)).bytes > largestInline,
    })
  })

/** Files are shown inline, or downloaded with `?download`. Both have a name from the title. */
function setDisposition(ctx: Context, record: GraphRecord, extension: string): void {
  const kind = ctx.URL.searchParams.has('download') ? 'attachment' : 'inline'
  ctx.set('Content-Disposition', disposition(kind, `${fileStem(record.title, record.graphId)}.${extension}`))
}

/** Parses a file name under {plot_url}: an id with an optional version and extension. */
export function parseFileName(name: string): NamedVersion & { readonly extension: string | null } {
  const [, graphId = '', number, extension = null] = /^([^.@]*)(?:@([^.]*))?(?:\.(.*))?$/s.exec(name) ?? []
  const version = number === undefined ? undefined : parseVersion(number)
  const id = parseGraphId(graphId)
  if (id === null) throw graphNotFound(name, idShape)
  if (version === null) throw graphNotFound(name, 'after the @ comes the number of a version')
  if (extension !== null && !fileEndings.includes(extension)) throw new FileNotFound(extension)
  return { graphId: id, version, extension }
}

/**
 * Parses a file name with the query behind it. APIs name a version by `?version=`, so it is understood here as well. Throws
 * `invalid_parameter` if both name one.
 */
export function parseFileAddress(name: string, query: URLSearchParams): ReturnType<typeof parseFileName> {
  const named = parseFileName(name)
  const version = versionIn(query)
  if (version === undefined) return named
  if (named.version === undefined) return { ...named, version }
  throw invalidParameter('version', 'the address names a version already, after the @; leave one of them out')
}

/** The canonical name of a file with an aliased or upper-case extension; null if the name is canonical. */
export function ownFileName(name: string): string | null {
  const [, stem = '', extension = ''] = /^([\w-]{21}(?:@\d+)?)\.(\w{1,9})$/.exec(name) ?? []
  const ending = formatNamed(extension) ?? fileEndings.find(each => each === extension.toLowerCase())
  return ending === undefined || ending === extension ? null : `${stem}.${ending}`
}

const fileEndings: readonly string[] = [...fileFormats, 'json', 'csv']

/** An extension that no graph has. Programs get the code of every file that is not there, and people the way to the graph. */
export class FileNotFound extends AppError {
  constructor(extension: string) {
    const endings = fileEndings.map(each => `.${each}`).join(', ')
    super('graph_not_found', `a graph has no file .${extension.slice(0, 40)}; its files are ${endings}`)
  }
}
