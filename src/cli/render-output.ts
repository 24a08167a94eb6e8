/** Decides the formats and output paths of `plotgate render`, and reports errors before anything is rendered. */

import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { type FileFormat, fileFormats, formatNamed } from '../domain/image/formats.ts'
import { AppError, invalidParameter } from '../errors/errors.ts'
import { type FigureFile, standardInput } from './figure-files.ts'

/** The path that stands for standard output. */
export const standardOutput = '-'

export interface OutputWish {
  /** A file, a folder, or `-`. Null means standard output for a figure from standard input, else the current folder. */
  readonly output: string | null
  /** Null for the format of the output's extension, or png. */
  readonly format: FileFormat | null
}

export interface OutputPlan {
  readonly format: FileFormat
  /** The folder that must be writable. Null for standard output and for an existing file. */
  readonly folder: string | null
  /** The output path of a figure, or `-`. */
  outputOf(file: FigureFile): string
}

export function planOutput(files: readonly FigureFile[], wish: OutputWish): OutputPlan {
  const fromInput = files.every(file => file.path === standardInput)
  const output = wish.output ?? (fromInput ? standardOutput : '.')
  const single = output === standardOutput || isFileName(output)
  if (single && files.length > 1) {
    const what = output === standardOutput ? 'standard output takes' : `${output} names`
    throw invalidParameter(
      '--output',
      `${what} one file, but there are ${files.length} figures; name a folder, such as images/`,
    )
  }
  const named = output === standardOutput ? null : single ? formatOf(output) : null
  if (wish.format !== null && named !== null && wish.format !== named) {
    throw invalidParameter('--format', `${wish.format} is not what the output ${output} is named`)
  }
  const format = wish.format ?? named ?? 'png'
  const outputOf = ({ name }: FigureFile) =>
    single ? output : join(output, dirname(name), `${basename(name, extname(name))}.${format}`)
  refuseSharedOutputs(files, outputOf)
  if (output === standardOutput) return { format, folder: null, outputOf }
  const folder = single ? dirname(output) : output
  return { format, folder: single && existsSync(output) ? null : folder, outputOf }
}

/** Whether the output is a file. It is a folder if one exists, or if it ends with a slash or has no extension. */
function isFileName(output: string): boolean {
  if (/[/\\]$/.test(output) || extname(output) === '') return false
  return !(existsSync(output) && statSync(output).isDirectory())
}

/** The format of a file name. Throws for an unknown extension: `chart.gif` is hardly meant as a folder. */
function formatOf(output: string): FileFormat {
  const format = formatNamed(extname(output).slice(1))
  if (format) return format
  throw invalidParameter(
    '--output',
    `there is no format ${extname(output)}; a name ends with one of ${fileFormats.join(', ')}, a folder with a slash`,
  )
}

function refuseSharedOutputs(files: readonly FigureFile[], outputOf: OutputPlan['outputOf']): void {
  const taken = new Map<string, string>()
  for (const file of files) {
    const to = outputOf(file)
    const other = taken.get(to)
    if (other) {
      throw new AppError(
        'invalid_parameter',
        `${other} and ${file.path} would both be written to ${to}; render them separately`,
      )
    }
    taken.set(to, file.path)
  }
}
