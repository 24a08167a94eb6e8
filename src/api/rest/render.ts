/** `POST /v1/render`: renders a figure without storing anything (contract, "Render without storing"). */

import { asBuffer } from '../../bytes.ts'
import type { FileFormat } from '../../domain/image/formats.ts'
import { readFormat, readLook } from '../../domain/image/image-parameters.ts'
import type { ImageLook } from '../../domain/image/look.ts'
import type { UnstoredRender } from '../../domain/image/renders/unstored-render.ts'
import { readAll } from '../../errors/collect-faults.ts'
import { readWrittenBytes } from '../../http/body/read-body.ts'
import { disconnectSignal } from '../../http/disconnect.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import type { Route } from '../../http/routing/router.ts'
import { createAuthorize } from './authorize.ts'
import { countWarnings, strictnessOf } from './prefer.ts'

/** Turns a render into the downloadable file: with fonts, or as a page. */
export type ToFile = (render: UnstoredRender, format: FileFormat, look: ImageLook) => Promise<NamedFile>

export interface NamedFile {
  readonly bytes: Uint8Array
  readonly mediaType: string
  /** The value of Content-Disposition. */
  readonly disposition: string
}

export function renderRoute(deps: RouteDeps, toFile: ToFile): Route {
  const { config, limits, renders } = deps
  const authorize = createAuthorize(deps)
  return {
    method: 'POST',
    path: '/v1/render',
    async handle(ctx) {
      const actor = await authorize(ctx, 'graphs:write')
      await limits.create(ctx, actor)
      const body = await readWrittenBytes(ctx, config, () => authorize(ctx, 'graphs:write'))
      const query = ctx.URL.searchParams
      const [format, look] = readAll(
        () => readFormat(query),
        () => readLook(query),
      )
      const render = await renders.render(actor, {
        body,
        format,
        look,
        strictness: strictnessOf(ctx),
        gone: disconnectSignal(ctx),
      })
      countWarnings(ctx, render.submission.warnings)
      if (render.omitted.length > 0) ctx.set('Plotgate-Omitted', String(render.omitted.length))
      const { bytes, mediaType, disposition } = await toFile(render, format, look)
      ctx.set('Content-Type', mediaType)
      ctx.set('Content-Disposition', disposition)
      ctx.set('Cache-Control', 'no-store')
      // svg and html contain markup of the figure, which must not run with this origin's rights.
      ctx.set('Content-Security-Policy', "sandbox; default-src 'none'")
      ctx.body = asBuffer(bytes)
    },
  }
}
