/** Which files a list of files and directories means. */

import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { AppError } from '../errors/errors.ts'

export interface FigureFile {
  readonly path: string
  /** Relative to the directory that was given; the bare name for a file that was given itself. */
  readonly name: string
}

/** In the order given, those of a directory by name. Rejects when a path is not there or nothing is found. */
export async function findFigureFiles(paths: readonly string[]): Promise<FigureFile[]> {
  const files: FigureFile[] = []
  for (const path of paths) {
    const found = await stat(path).catch(() => null)
    if (!found) throw new AppError('not_found', 404, `there is no file or directory ${path}`)
    if (!found.isDirectory()) files.push({ path, name: basename(path) })
    else {
      const entries = await readdir(path, { recursive: true, withFileTypes: true })
      const figures = entries
        .filter(entry => entry.isFile() && /\.json$/i.test(entry.name))
        .map(entry => join(entry.parentPath, entry.name))
        .sort()
      if (figures.length === 0) throw new AppError('not_found', 404, `there is no .json file in ${path}`)
      files.push(...figures.map(each => ({ path: each, name: relative(path, each) })))
    }
  }
  return files
}
