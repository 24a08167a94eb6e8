/** Draws files in parallel; a file that fails is told and does not stop the others. */

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { readConfig } from '../config.ts'
import { readSubmission } from '../domain/figure/submission.ts'
import { defaultLook, type ImageFormat, type ImageLook } from '../domain/graph/graph.ts'
import { requireImageFits } from '../domain/image/image-size.ts'
import type { Renderer } from '../domain/ports.ts'
import { AppError, invalidParameter } from '../errors/errors.ts'
import { renderCapacity } from '../rendering/capacity.ts'
import { createRenderer } from '../rendering/renderer.ts'
import { makeFolder } from '../storage/folder.ts'
import { createLibrary, type Library } from '../web/graph/library.ts'
import { composeStandalone } from '../web/graph/standalone.ts'
import { withFonts } from '../web/styles/fonts.ts'
import { type FigureFile, findFigureFiles } from './figure-files.ts'
import { requireWritableFolder } from './output-folder.ts'
import { createProgress } from './progress.ts'

export interface RenderFilesOptions {
  readonly output: string
  /** Null: as the output is named, else png. */
  readonly format: ImageFormat | 'html' | null
  readonly look: ImageLook
}

/** Figures on their way at once, beyond those being drawn: enough to keep every page busy, few in memory. */
const ahead = 4
const hour = 3_600_000

/** Returns how many failed; each with its reason on standard error. */
export async function renderFiles(paths: readonly string[], options: RenderFilesOptions): Promise<number> {
  const config = readConfig(process.env)
  const { workers } = renderCapacity(config.renderWorkers)
  const files = await findFigureFiles(paths)
  const plan = planOutput(files, options)
  if (plan.folder !== null) await requireWritableFolder(plan.folder)
  const progress = createProgress(files.length, process.stderr)
  const renderer = createRenderer({
    workers: Math.min(workers, files.length),
    browserPath: config.browserPath,
    sandbox: config.renderSandbox,
    // Nobody waits on the other side: the queue may be as long as it takes, and a figure longer than in a service.
    limits: { waitMs: hour, drawMs: 120_000 },
    onEvent: event => {
      if (event.kind === 'no-sandbox') progress.say(`the browser runs without its sandbox: ${event.reason}`)
    },
  })
  const library = plan.format === 'html' ? createLibrary() : null
  let failed = 0
  const left = [...files].reverse()

  async function work(): Promise<void> {
    for (let file = left.pop(); file; file = left.pop()) {
      try {
        const omitted = await renderFile(file, plan, options.look, renderer, library)
        if (omitted.length > 0) progress.say(`${file.path}: drawn without ${omitted.join(', ')}`)
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

interface Plan {
  readonly format: ImageFormat | 'html'
  /** What must be written to; null for a file that is there, whose own folder may be closed. */
  readonly folder: string | null
  outputOf(file: FigureFile): string
}

function planOutput(files: readonly FigureFile[], { output, format: asked }: RenderFilesOptions): Plan {
  const named = /\.(png|svg|webp|jpe?g|pdf|html)$/i.exec(output)?.[1]?.toLowerCase()
  const single = named !== undefined && files.length === 1
  if (named !== undefined && files.length > 1) {
    throw invalidParameter('--output', `${output} names one file, but there are ${files.length} figures`)
  }
  const own = single ? ((named === 'jpg' ? 'jpeg' : named) as ImageFormat | 'html') : null
  if (asked !== null && own !== null && asked !== own) {
    throw invalidParameter('--format', `${asked} is not what the output ${output} is named`)
  }
  const format = asked ?? own ?? 'png'
  const outputOf = (file: FigureFile) =>
    single ? output : join(output, dirname(file.name), `${basename(file.name, extname(file.name))}.${format}`)
  const taken = new Map<string, string>()
  for (const file of files) {
    const to = outputOf(file)
    const other = taken.get(to)
    if (other) {
      throw new AppError(
        'invalid_parameter',
        400,
        `${other} and ${file.path} would both be written to ${to}; render them apart`,
      )
    }
    taken.set(to, file.path)
  }
  const folder = single ? dirname(output) : output
  return { format, folder: single && existsSync(output) ? null : folder, outputOf }
}

/** Returns the addresses that the picture was drawn without. */
async function renderFile(
  file: FigureFile,
  { format, outputOf }: Plan,
  look: ImageLook,
  renderer: Renderer,
  library: Library | null,
): Promise<readonly string[]> {
  const { figure, title, traceTypes } = readSubmission(await readFile(file.path))
  requireImageFits(String(figure.layout), look)
  const drawn = format === 'html' ? 'svg' : format
  const { images, omitted } = await renderer.draw({
    figure: async () => figure,
    formats: [drawn],
    // A page brings its own size and looks; its picture is the figure's own.
    look: format === 'html' ? defaultLook : look,
    priority: 'waiting',
  }).result
  const image = images.get(drawn)!
  const to = outputOf(file)
  await makeFolder(dirname(to))
  if (format !== 'html') await writeFile(to, format === 'svg' ? withFonts(image) : image)
  else {
    const stem = basename(to, '.html')
    const parts = { figure, title, traceTypes, svg: image, permalink: null, file: stem }
    await writeFile(to, await composeStandalone(parts, library!))
  }
  return omitted
}

function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error)
  const details = (error.details ?? []).length > 1 ? error.details! : []
  return [error.message, ...details.map(({ path, message }) => `  ${path}: ${message}`)].join('\n')
}
