/** Which files a list of files and directories means. */

import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AppError, invalidParameter } from '../errors/errors.ts'

/** The name that stands for standard input. */
export const standardInput = '-'

export interface FigureFile {
  readonly path: string
  /** Relative to the directory that was given; the bare name for a file that was given itself. */
  readonly name: string
}

/** In the order given, those of a directory by name. Rejects when a path is not there or nothing is found. */
export async function findFigureFiles(paths: readonly string[]): Promise<FigureFile[]> {
  const files: FigureFile[] = []
  for (const path of paths) {
    if (path === standardInput) {
      files.push({ path, name: 'figure.json' })
      continue
    }
    const found = await stat(path).catch(() => null)
    if (!found) throw new AppError('not_found', `there is no file or directory ${path}`)
    if (!found.isDirectory()) files.push({ path, name: basename(path) })
    else {
      const entries = await readdir(path, { recursive: true, withFileTypes: true })
      const figures = entries
        .filter(entry => entry.isFile() && /\.json$/i.test(entry.name))
        .map(entry => join(entry.parentPath, entry.name))
        .sort()
      if (figures.length === 0) throw new AppError('not_found', `there is no .json file in ${path}`)
      files.push(...figures.map(each => ({ path: each, name: relative(path, each) })))
    }
  }
  return files
}

/** The bytes of a figure, from its file or from standard input. */
export const readFigure = ({ path }: FigureFile): Promise<Buffer> =>
  path === standardInput ? buffer(process.stdin) : readFile(path)

/** The paths that a list names, one a line; `-` is a list on standard input. Empty lines are passed over. */
export async function readFileList(list: string): Promise<string[]> {
  const text = String(await (list === standardInput ? buffer(process.stdin) : readFile(list)))
  const paths = text.split(/\r?\n/).filter(line => line !== '')
  if (paths.length === 0) throw invalidParameter('--files-from', 'the list names no file')
  if (list === standardInput && paths.includes(standardInput)) {
    throw invalidParameter('--files-from', 'standard input cannot be both the list and a figure')
  }
  return paths
}
