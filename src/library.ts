/**
 * The library interface of the package: `import { createRenderer } from 'plotgate'` renders figures without a service. Its
 * types depend only on those of formats and looks, which are part of the package.
 */

import { memoize } from './async/memoize.ts'
import { factsOf } from './domain/figure/facts.ts'
import { readSubmission } from './domain/figure/submission.ts'
import { packCsv } from './domain/figure/table/csv.ts'
import { drawnFormat, type FileFormat, fileFormats, formatNamed } from './domain/image/formats.ts'
import { imageParameters, lookOf } from './domain/image/image-parameters.ts'
import { requireImageFits } from './domain/image/image-size.ts'
import { type ImageLook, lookInPage } from './domain/image/look.ts'
import { refuseMisspelt } from './domain/query.ts'
import { firstLineOf } from './errors/cause.ts'
import { invalidJson, invalidParameter } from './errors/errors.ts'
import { createRenderer as createPool } from './rendering/renderer.ts'
import type { Library } from './web/graph/assets/library.ts'
import { unstoredFiles } from './web/graph/unstored.ts'

export interface RendererOptions {
  /** How many figures are rendered concurrently, each in a browser of its own; default 1. */
  readonly workers?: number
  /** The path of a Chrome or Chromium; default: the one from npm. */
  readonly browserPath?: string
}

/** The look of the file. Values and bounds are those of the HTTP parameters with the same names. */
type Look = { readonly [Name in keyof ImageLook]?: NonNullable<ImageLook[Name]> }

export interface RenderOptions extends Look {
  /** The file format; default `png`. */
  readonly format?: FileFormat
}

export interface RenderedFigure {
  readonly bytes: Uint8Array
  readonly mediaType: string
  /** What was not drawn as it was meant. */
  readonly warnings: readonly { readonly path: string; readonly message: string }[]
  /** Remote addresses that the figure names and the image was drawn without. */
  readonly omitted: readonly string[]
}

export interface FigureRenderer {
  /**
   * Renders a figure, `{data, layout, frames}` as an object or JSON text. Rejects with an Error that has a `code`:
   * `invalid_figure` (with `details`), `invalid_json`, `invalid_parameter`, `render_failed`, `render_timeout`.
   */
  render(figure: object | string, options?: RenderOptions): Promise<RenderedFigure>
  /** Closes the browsers. */
  close(): Promise<void>
}

/** Loaded for the first page. Its top-level await would also prevent `require('plotgate')`. */
const pageScripts = memoize<void, Library>(async () =>
  (await import('./web/graph/assets/library.ts')).createLibrary(),
)

const optionNames = ['format', ...Object.keys(imageParameters)]

/** Throws `invalid_json` for what JSON cannot say, such as a figure that contains itself. */
function textOf(figure: object | string): string {
  if (typeof figure === 'string') return figure
  try {
    return String(JSON.stringify(figure, holdsTypedArrays(figure) ? asLists : undefined))
  } catch (error) {
    throw invalidJson(`the figure has no form in JSON: ${firstLineOf(error)}`)
  }
}

/** Whether there are typed arrays, which the charting library takes as data. Lists of numbers are not read. */
function holdsTypedArrays(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return typeof value[0] === 'object' && value.some(holdsTypedArrays)
  return ArrayBuffer.isView(value) || Object.values(value).some(holdsTypedArrays)
}

/** To JSON, typed arrays are objects. */
const asLists = (_name: string, value: unknown) => (ArrayBuffer.isView(value) ? Object.values(value) : value)

const maxWorkers = 256

/**
 * Starts browsers in the background. The first figure waits for the first browser. Throws `invalid_parameter` for a number of
 * workers that is none.
 */
export function createRenderer({ workers = 1, browserPath }: RendererOptions = {}): FigureRenderer {
  if (!Number.isInteger(workers) || workers < 1 || workers > maxWorkers) {
    throw invalidParameter('workers', `must be a whole number from 1 to ${maxWorkers}`)
  }
  const pool = createPool({ workers, browserPath: browserPath ?? null, sandbox: 'auto' })
  const toFile = unstoredFiles(pageScripts, { factsOf, packCsv })
  return {
    async render(figure, options = {}) {
      const { format: name = 'png', ...look } = options
      refuseMisspelt(Object.keys(options), optionNames)
      const format = formatNamed(String(name))
      if (!format) throw invalidParameter('format', `must be one of ${fileFormats.join(', ')}`)
      const wanted = format === 'html' ? lookInPage(lookOf(look)) : lookOf(look)
      const submission = readSubmission(Buffer.from(textOf(figure)))
      requireImageFits(String(submission.figure.layout), wanted)
      const drawn = drawnFormat(format)
      const request = { figure: async () => submission.figure, formats: [drawn], look: wanted } as const
      const { images, omitted } = await pool.draw({ ...request, priority: 'waiting' }).result
      const render = { submission, image: images.get(drawn)!, omitted }
      const { bytes, mediaType } = await toFile(render, format, wanted)
      return { bytes, mediaType, warnings: submission.warnings, omitted }
    },
    close: () => pool.close(),
  }
}
