/** What `plotgate render` makes and where it goes: settled, and refused, before anything is drawn. */

import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { type FileFormat, fileFormats, formatNamed } from '../domain/image/formats.ts'
import { AppError, invalidParameter } from '../errors/errors.ts'
import { type FigureFile, standardInput } from './figure-files.ts'

/** The name that stands for standard output. */
export const standardOutput = '-'

export interface OutputWish {
  /** A file, a folder, or `-`; null: standard output for a figure from standard input, else the current folder. */
  readonly output: string | null
  /** Null: as the output is named, else png. */
  readonly format: FileFormat | null
}

export interface OutputPlan {
  readonly format: FileFormat
  /** What must be written to; null for standard output and for a file that is there, whose folder may be closed. */
  readonly folder: string | null
  /** A path, or `-`. */
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

/** A folder is one that exists, ends with a slash, or has no ending. */
function isFileName(output: string): boolean {
  if (/[/\\]$/.test(output) || extname(output) === '') return false
  return !(existsSync(output) && statSync(output).isDirectory())
}

/** `chart.gif` is more likely a wrong ending than a folder of that name. */
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
        `${other} and ${file.path} would both be written to ${to}; render them apart`,
      )
    }
    taken.set(to, file.path)
  }
}
