/** `/:graph_id.png`, `.svg`, `.webp`, `.jpeg`, `.pdf` (spec 2, `image_url`) and `/:graph_id.json`. */

import { joinTexts } from '../../domain/figure/text.ts'
import type { GraphRecord, ImageFormat } from '../../domain/graph/graph.ts'
import { isImageFormat, mediaTypes } from '../../domain/image/formats.ts'
import { readLook } from '../../domain/image/image-parameters.ts'
import { graphNotFound } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { HttpDeps } from '../../http/deps.ts'
import { hungUp } from '../../http/hung-up.ts'
import { etagOf, sendFile } from '../../http/representations.ts'
import { parseVersion, setVersion } from '../../http/versions.ts'
import { fontedEtag, withFonts } from '../styles/fonts.ts'
import { disposition, fileStem } from './file-name.ts'

/** Waits for a render under way, or renders. Rejects as `Images.get` does. */
export async function sendImage(
  ctx: Context,
  { images }: Pick<HttpDeps, 'images'>,
  { graphId, version }: NamedVersion,
  format: ImageFormat,
): Promise<void> {
  const look = readLook(ctx.URL.searchParams)
  const stale = ctx.URL.searchParams.has('stale')
  const asker = { version, stale, signal: hungUp(ctx), address: ctx.ip }
  const { record, artifact } = await images.get(graphId, { ...look, format }, asker)
  setVersion(ctx, record)
  setDisposition(ctx, record, format)
  const { createdAt: modified } = artifact
  const bytes = format === 'svg' ? withFonts(artifact.bytes) : artifact.bytes
  const etag = bytes === artifact.bytes ? artifact.etag : fontedEtag(artifact.etag)
  await sendFile(ctx, { bytes, etag, type: mediaTypes[format], modified })
}

/** The figure's exact texts: `{"data": …, "layout": …, "frames": …}`. */
export async function sendFigure(
  ctx: Context,
  { graphs }: Pick<HttpDeps, 'graphs'>,
  { graphId, version }: NamedVersion,
): Promise<void> {
  const graph = await graphs.read(graphId, version)
  setVersion(ctx, graph)
  const { data, layout, frames } = graph.figure
  setDisposition(ctx, graph, 'json')
  const ending = frames === null ? [] : [',"frames":', frames]
  const bytes = joinTexts(['{"data":', data, ',"layout":', layout, ...ending, '}'])
  await sendFile(ctx, { bytes, etag: etagOf(bytes), type: 'application/json; charset=utf-8' })
}

/** Shown in the browser, or saved when `?download` asks for it; named by the title either way. */
function setDisposition(ctx: Context, record: GraphRecord, extension: string): void {
  const kind = ctx.URL.searchParams.has('download') ? 'attachment' : 'inline'
  ctx.set('Content-Disposition', disposition(kind, `${fileStem(record.title, record.graphId)}.${extension}`))
}

/** A graph as an address names it: `ID`, or `ID@3` for a version of it. */
export interface NamedVersion {
  readonly graphId: string
  /** Undefined: the newest. */
  readonly version: number | undefined
}

/** A file name under {plot_url}: an id, perhaps with a version, then perhaps a dot and an extension. */
export function parseFileName(name: string): NamedVersion & { readonly extension: string | null } {
  const [, graphId = '', number, extension = null] = /^([^.@]*)(?:@([^.@]*))?(?:\.(.*))?$/s.exec(name) ?? []
  const known = extension === null || isImageFormat(extension) || extension === 'json' || extension === 'html'
  const version = number === undefined ? undefined : parseVersion(number)
  if (!known || version === null) throw graphNotFound(name)
  return { graphId, version, extension }
}
