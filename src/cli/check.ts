/** `plotgate check`: checks figure files like the service does, without a service (contract, "Names and start-up"). */

import type { Command } from 'commander'
import { readSubmission } from '../domain/figure/submission.ts'
import type { Warning } from '../domain/figure/warning.ts'
import { AppError } from '../errors/errors.ts'
import { type FigureFile, findFigureFiles, readFigure } from './figure-files.ts'
import { aboutFile } from './reason.ts'

interface CheckOptions {
  readonly strict?: true
}

/** Adds the command `check`. Its exit code is non-zero if a file has errors, or with `--strict`, warnings. */
export function checkCommand(program: Command): void {
  program
    .command('check')
    .description('check figure files {data, layout, frames} for errors and warnings; nothing is stored')
    .argument('<file|dir...>', 'figures as JSON; of a directory, every .json file in it; - is standard input')
    .option('--strict', 'fail for warnings too')
    .action(async (paths: string[], { strict }: CheckOptions) => {
      const totals = { files: 0, errors: 0, warnings: 0 }
      for (const file of await findFigureFiles(paths)) {
        const { errors, warnings } = await checkFile(file)
        totals.files++
        totals.errors += errors.length
        totals.warnings += warnings.length
        print(file, 'error', errors)
        print(file, 'warning', warnings)
      }
      process.stdout.write(
        `${counted(totals.files, 'file')}: ${counted(totals.errors, 'error')}, ${counted(totals.warnings, 'warning')}\n`,
      )
      if (totals.errors > 0 || (strict && totals.warnings > 0)) process.exitCode = 1
    })
}

export interface FileCheck {
  readonly errors: readonly Warning[]
  readonly warnings: readonly Warning[]
}

/** Errors and warnings of a create with this file. */
async function checkFile(file: FigureFile): Promise<FileCheck> {
  try {
    return { errors: [], warnings: readSubmission(await readFigure(file)).warnings }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { errors: error.details ?? [{ path: '$', message: aboutFile(error.message) }], warnings: [] }
  }
}

/** Prints one line each, in the format of compilers: `file: error: place: message`. */
function print(file: FigureFile, severity: string, findings: readonly Warning[]): void {
  for (const { path, message } of findings)
    process.stdout.write(`${file.path}: ${severity}: ${path}: ${message}\n`)
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
