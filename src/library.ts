/**
 * What a program imports: `import { createRenderer } from 'plotgate'`. Figures in, files out, without any service.
 * Its types need no declarations but those of formats and looks, which the package brings.
 */

import { factsOf } from './domain/figure/facts.ts'
import { readSubmission } from './domain/figure/submission.ts'
import { packCsv } from './domain/figure/table/csv.ts'
import { drawnFormat, type FileFormat, formatNamed } from './domain/image/formats.ts'
import { lookOf } from './domain/image/image-parameters.ts'
import { requireImageFits } from './domain/image/image-size.ts'
import { defaultLook, type ImageLook } from './domain/image/look.ts'
import { invalidParameter } from './errors/errors.ts'
import { createRenderer as createPool } from './rendering/renderer.ts'
import { createLibrary } from './web/graph/library.ts'
import { unstoredFiles } from './web/graph/unstored.ts'

export interface RendererOptions {
  /** How many figures are drawn at once, each in a browser of its own; default 1. */
  readonly workers?: number
  /** A Chrome or Chromium to use; default: the one from npm. */
  readonly browserPath?: string
}

/** How the file shall look, each part of it as HTTP's parameter of that name; bounds are the same. */
type Look = { readonly [Name in keyof ImageLook]?: NonNullable<ImageLook[Name]> }

export interface RenderOptions extends Look {
  /** Default `png`. */
  readonly format?: FileFormat
}

export interface RenderedFigure {
  readonly bytes: Uint8Array
  readonly mediaType: string
  /** What of the figure is not drawn as it was meant. */
  readonly warnings: readonly { readonly path: string; readonly message: string }[]
  /** Addresses on other machines that the figure names and the image was drawn without. */
  readonly omitted: readonly string[]
}

export interface FigureRenderer {
  /**
   * Draws a figure: `{data, layout, frames}` as an object, or its JSON text. Rejects with an Error that has a `code`:
   * `invalid_figure` (with `details`), `invalid_parameter`, `render_failed`, `render_timeout`.
   */
  render(figure: object | string, options?: RenderOptions): Promise<RenderedFigure>
  /** Ends the browsers. */
  close(): Promise<void>
}

/** Browsers start in the background; the first figure waits for the first of them. */
export function createRenderer({ workers = 1, browserPath }: RendererOptions = {}): FigureRenderer {
  const pool = createPool({ workers, browserPath: browserPath ?? null, sandbox: 'auto' })
  const toFile = unstoredFiles(createLibrary(), { factsOf, packCsv })
  return {
    async render(figure, { format: name = 'png', ...look } = {}) {
      const format = formatNamed(name)
      if (!format) throw invalidParameter('format', `there is no format ${name}`)
      const wanted = format === 'html' ? defaultLook : lookOf(look)
      const submission = readSubmission(
        Buffer.from(typeof figure === 'string' ? figure : JSON.stringify(figure)),
      )
      requireImageFits(String(submission.figure.layout), wanted)
      const drawn = drawnFormat(format)
      const request = { figure: async () => submission.figure, formats: [drawn], look: wanted } as const
      const { images, omitted } = await pool.draw({ ...request, priority: 'waiting' }).result
      const { bytes, mediaType } = await toFile({ submission, image: images.get(drawn)!, omitted }, format)
      return { bytes, mediaType, warnings: submission.warnings, omitted }
    },
    close: () => pool.close(),
  }
}
