/** `plotgate render`: renders figure files without a server (contract, "Names and start-up"). */

import { type Command, Option } from 'commander'
import { type FileFormat, formatNamed, formatNames } from '../domain/image/formats.ts'
import { imageParameters, lookOf } from '../domain/image/image-parameters.ts'
import type { ImageLook } from '../domain/image/look.ts'
import { invalidParameter } from '../errors/errors.ts'
import { readFileList } from './figure-files.ts'

interface RenderOptions extends Partial<Record<keyof ImageLook, string>> {
  readonly output?: string
  readonly format?: string
  readonly filesFrom?: string
}

/** Adds the command `render`. Its exit code is non-zero if a file could not be rendered. */
export function renderCommand(program: Command): void {
  const command = program
    .command('render')
    .description('draw figure files {data, layout, frames} as images or standalone pages, without a server')
    .argument('[file|dir...]', 'figures as JSON; of a directory, every .json file in it; - is standard input')
    .option('--files-from <list>', 'a file that names figure files, one a line; - is standard input')
    .option(
      '-o, --output <path>',
      'a directory, a file for one figure, or - (default: standard output for -, else the current directory)',
    )
    .addOption(
      new Option(
        '-f, --format <format>',
        'the format (default: as the extension of the output, else png)',
      ).choices(formatNames),
    )
  for (const [name, { placeholder, summary, otherwise }] of Object.entries(imageParameters)) {
    const words = summary.charAt(0).toLowerCase() + summary.slice(1)
    command.option(`--${name} <${placeholder}>`, `${words} (default: ${otherwise})`)
  }
  command.action(async (given: string[], options: RenderOptions) => {
    const look = lookOf(options)
    const listed = options.filesFrom === undefined ? [] : await readFileList(options.filesFrom)
    const paths = [...given, ...listed]
    if (paths.length === 0) {
      throw invalidParameter('file', 'name figure files, or - for a figure on standard input')
    }
    const format: FileFormat | null = options.format === undefined ? null : formatNamed(options.format)
    const { renderFiles } = await import('./render-files.ts')
    const failed = await renderFiles(paths, { output: options.output ?? null, format, look })
    if (failed > 0) process.exitCode = 1
  })
}
