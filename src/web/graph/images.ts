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
import { fontedEtag, withFonts } from '../styles/fonts.ts'
import { disposition, fileStem } from './file-name.ts'

/** Waits for a render under way, or renders. Rejects as `Images.get` does. */
export async function sendImage(
  ctx: Context,
  { images }: Pick<HttpDeps, 'images'>,
  graphId: string,
  format: ImageFormat,
): Promise<void> {
  const look = readLook(ctx.URL.searchParams)
  const asker = { signal: hungUp(ctx), address: ctx.ip }
  const { record, artifact } = await images.get(graphId, { ...look, format }, asker)
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
  graphId: string,
): Promise<void> {
  const graph = await graphs.read(graphId)
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

/** A file name under {plot_url}: an id, then perhaps a dot and an extension. Null when it is neither. */
export function parseFileName(name: string): { graphId: string; extension: string | null } {
  const dot = name.indexOf('.')
  if (dot === -1) return { graphId: name, extension: null }
  const extension = name.slice(dot + 1)
  const graphId = name.slice(0, dot)
  if (!isImageFormat(extension) && extension !== 'json' && extension !== 'html') throw graphNotFound(name)
  return { graphId, extension }
}
