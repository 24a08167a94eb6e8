/** `plotgate render`: pictures from figure files, without any server (contract, "Names and start-up"). */

import { type Command, InvalidArgumentError, Option } from 'commander'
import { isColour } from '../domain/image/colour.ts'
import type { RenderFilesOptions } from './render-files.ts'

interface RenderOptions {
  readonly output: string
  readonly format?: RenderFilesOptions['format']
  readonly width?: number
  readonly height?: number
  readonly scale: number
  readonly theme?: 'light' | 'dark'
  readonly background?: string
}

export const fileFormats = ['png', 'svg', 'webp', 'jpeg', 'pdf', 'html'] as const

/** Adds the command `render`. It leaves a non-zero exit code when a file could not be rendered. */
export function renderCommand(program: Command): void {
  program
    .command('render')
    .description('draw figure files {data, layout, frames} as pictures or standalone pages, without a server')
    .argument('<file|dir...>', 'figures as JSON; of a directory, every .json file in and below it')
    .requiredOption('-o, --output <path>', 'the directory to write to; a file name when one file is given')
    .addOption(
      new Option('-f, --format <format>', 'what to make (default: as the output is named, else png)').choices(
        fileFormats,
      ),
    )
    .option('--width <pixels>', "width in CSS pixels (default: the layout's, else 700)", pixels)
    .option('--height <pixels>', "height in CSS pixels (default: the layout's, else 500)", pixels)
    .option('--scale <factor>', 'device pixels per CSS pixel', factor, 1)
    .addOption(new Option('--theme <theme>', 'draw in this theme').choices(['light', 'dark']))
    .option('--background <colour>', 'a CSS colour, or transparent', colour)
    .action(async (paths: string[], options: RenderOptions) => {
      const { renderFiles } = await import('./render-files.ts')
      const failed = await renderFiles(paths, {
        output: options.output,
        format: options.format ?? null,
        look: {
          width: options.width ?? null,
          height: options.height ?? null,
          scale: options.scale,
          theme: options.theme ?? null,
          background: options.background ?? null,
        },
      })
      if (failed > 0) process.exitCode = 1
    })
}

function pixels(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= 10 && value <= 20_000) return value
  throw new InvalidArgumentError('It must be a whole number from 10 to 20000.')
}

function colour(text: string): string {
  if (isColour(text)) return text.toLowerCase()
  throw new InvalidArgumentError(
    'It must be a CSS colour such as white, transparent, #f60 or rgba(0,0,0,0.5).',
  )
}

function factor(text: string): number {
  const value = Number(text)
  if (value >= 0.1 && value <= 20) return value
  throw new InvalidArgumentError('It must be a number from 0.1 to 20.')
}
