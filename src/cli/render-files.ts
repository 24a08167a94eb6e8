/** Renders files in parallel. A failure is reported and does not stop the other files. */

import { basename, extname } from 'node:path'
import { readConfig } from '../config/config.ts'
import { readSubmission, type Submission } from '../domain/figure/submission.ts'
import { drawnFormat, formats, isText } from '../domain/image/formats.ts'
import { requireImageFits } from '../domain/image/image-size.ts'
import { type ImageLook, lookInPage } from '../domain/image/look.ts'
import type { Renderer } from '../domain/image/ports.ts'
import { invalidParameter } from '../errors/errors.ts'
import { traitsOf } from '../plotly/figure-traits.ts'
import type { PartName } from '../plotly/library-parts.ts'
import { renderCapacity } from '../rendering/capacity.ts'
import { createRenderer } from '../rendering/renderer.ts'
import type { StandaloneParts } from '../web/graph/standalone.ts'
import { type FigureFile, findFigureFiles, readFigure } from './figure-files.ts'
import { requireWritableFolder, writeOutput } from './output-folder.ts'
import { createProgress } from './progress.ts'
import { reasonOf } from './reason.ts'
import { type OutputPlan, type OutputWish, planOutput, standardOutput } from './render-output.ts'

export interface RenderFilesOptions extends OutputWish {
  readonly look: ImageLook
}

/** How many figures are read ahead: enough to keep all pages busy, but few in memory. */
const ahead = 4
const hour = 3_600_000

/** Returns the number of failures, whose reasons are printed on standard error. */
export async function renderFiles(paths: readonly string[], options: RenderFilesOptions): Promise<number> {
  const config = readConfig(process.env)
  const { workers } = renderCapacity(config.renderWorkers)
  const files = await findFigureFiles(paths)
  const plan = planOutput(files, options)
  if (plan.folder !== null) await requireWritableFolder(plan.folder)
  const toTerminal = process.stdout.isTTY && plan.outputOf(files[0]!) === standardOutput
  if (toTerminal && !isText(plan.format)) {
    throw invalidParameter(
      '--output',
      `${plan.format} is not text for a terminal; name a file, or pipe the output`,
    )
  }
  // No browser starts for nothing.
  if (files.every(({ fault }) => fault)) {
    for (const { path, fault } of files) process.stderr.write(`${path}: ${reasonOf(fault)}\n`)
    return files.length
  }
  // For a single figure, the required parts of the library are known before the browser starts.
  const single = files.length === 1 ? readFigureFile(files[0]!) : null
  const libraryParts = (await single?.then(partsOf).catch(() => null)) ?? null
  const progress = createProgress(files.length, process.stderr)
  const renderer = createRenderer({
    workers: Math.min(workers, files.length),
    browserPath: config.browserPath,
    sandbox: config.renderSandbox,
    libraryParts,
    // No client waits, so the queue may be long, and a figure may take longer than in a service.
    limits: { waitMs: hour, drawMs: 120_000 },
    onEvent: event => {
      if (event.kind === 'no-sandbox') progress.say(`the browser runs without its sandbox: ${event.reason}`)
    },
  })
  const compose = plan.format === 'html' ? await pageComposer() : null
  const shared: Shared = { plan, look: options.look, renderer, compose }
  let failed = 0
  const left = [...files].reverse()

  async function work(): Promise<void> {
    for (let file = left.pop(); file; file = left.pop()) {
      try {
        const submission = await (single ?? readFigureFile(file))
        const omitted = await renderFile(file, submission, shared)
        for (const { path, message } of submission.warnings) {
          progress.say(`${file.path}: warning: ${path}: ${message}`)
        }
        if (omitted.length > 0) progress.say(`${file.path}: left out of the image: ${omitted.join(', ')}`)
      } catch (error) {
        failed += 1
        progress.say(`${file.path}: ${reasonOf(error)}`)
      }
      progress.step()
    }
  }

  try {
    const hands = Math.min(files.length, workers + ahead)
    await Promise.all(Array.from({ length: hands }, work))
  } finally {
    progress.end()
    await renderer.close()
  }
  if (failed > 0) process.stderr.write(`${failed} of ${files.length} failed\n`)
  return failed
}

const readFigureFile = async (file: FigureFile) => readSubmission(await readFigure(file))

/** The required parts of the library. Null for the whole: scenes need all of our edits, and maps may have no trace. */
function partsOf({ figure, traceTypes }: Submission): readonly PartName[] | null {
  const { parts, webgl, maps } = traitsOf(figure, traceTypes)
  const whole = webgl || parts.includes('map') || (maps.length > 0 && !parts.includes('geo'))
  return whole ? null : parts
}

type ComposePage = (parts: StandaloneParts) => Promise<Buffer>

/** Loaded for pages only: in a checkout, the modules of pages read the sources of every script. */
async function pageComposer(): Promise<ComposePage> {
  const { createLibrary } = await import('../web/graph/assets/library.ts')
  const { composeStandalone } = await import('../web/graph/standalone.ts')
  const library = createLibrary()
  return parts => composeStandalone(parts, library)
}

/** What all files are rendered with. */
interface Shared {
  readonly plan: OutputPlan
  readonly look: ImageLook
  readonly renderer: Renderer
  /** Null if no pages are written. */
  readonly compose: ComposePage | null
}

/** Returns the remote addresses that the image was drawn without. */
async function renderFile(
  file: FigureFile,
  { figure, title, traceTypes }: Submission,
  { plan: { format, outputOf }, look, renderer, compose }: Shared,
): Promise<readonly string[]> {
  const wanted = format === 'html' ? lookInPage(look) : look
  requireImageFits(String(figure.layout), wanted)
  const drawn = drawnFormat(format)
  const { images, omitted } = await renderer.draw({
    figure: async () => figure,
    formats: [drawn],
    look: wanted,
    priority: 'waiting',
  }).result
  const image = images.get(drawn)!
  const to = outputOf(file)
  if (format === 'svg') {
    const { withFonts } = await import('../web/styles/fonts.ts')
    await put(to, withFonts(image))
  } else if (format !== 'html') await put(to, image)
  else {
    const stem = basename(to === standardOutput ? file.name : to, extname(to))
    const svg = { type: formats.svg.mediaType, bytes: image }
    const parts = { figure, title, traceTypes, image: svg, permalink: null, theme: look.theme, file: stem }
    await put(to, await compose!(parts))
  }
  return omitted
}

async function put(to: string, bytes: Uint8Array): Promise<void> {
  if (to !== standardOutput) return writeOutput(to, bytes)
  // Waits for slow readers. Errors of standard output are handled in main.ts for all commands.
  await new Promise<void>(resolve => process.stdout.write(bytes, () => resolve()))
}
