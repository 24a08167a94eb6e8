/** Resolves lists of files and directories to figure files. */

import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { messageOf } from '../errors/cause.ts'
import { AppError, invalidParameter } from '../errors/errors.ts'

/** The file name that stands for standard input. */
export const standardInput = '-'

export interface FigureFile {
  readonly path: string
  /** The path relative to the given directory, or the base name of a given file. */
  readonly name: string
  /** Why nothing can be read from a given path: it does not exist, or is a directory without figures. */
  readonly fault?: AppError
}

/** The files in the given order, those of a directory sorted by name. A path without any is in the list with its fault. */
export async function findFigureFiles(paths: readonly string[]): Promise<FigureFile[]> {
  const found = await Promise.all(
    paths.map(async path => {
      try {
        return await filesAt(path)
      } catch (error) {
        return [{ path, name: basename(path), fault: faultOf(path, error) }]
      }
    }),
  )
  return found.flat()
}

async function filesAt(path: string): Promise<FigureFile[]> {
  if (path === standardInput) return [{ path, name: 'figure.json' }]
  if (!(await stat(path)).isDirectory()) return [{ path, name: basename(path) }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const figures = entries
    .filter(entry => (entry.isFile() || entry.isSymbolicLink()) && /\.json$/i.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  if (figures.length === 0) throw new AppError('not_found', `there is no .json file in ${path}`)
  return figures.map(each => ({ path: each, name: relative(path, each) }))
}

function faultOf(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return new AppError('not_found', `there is no file or directory ${path}`)
  return new AppError('not_found', `${path} cannot be read: ${messageOf(error)}`)
}

/** Reads a figure from its file or from standard input. Rejects with an AppError, which need not end the command. */
export async function readFigure({ path, fault }: FigureFile): Promise<Buffer> {
  if (fault) throw fault
  if (path === standardInput) return buffer(process.stdin)
  try {
    return await readFile(path)
  } catch (error) {
    throw new AppError('not_found', `the file cannot be read: ${messageOf(error)}`)
  }
}

/** Reads a list with one path per line, skipping empty lines. `-` stands for standard input. */
export async function readFileList(list: string): Promise<string[]> {
  const text = String(await (list === standardInput ? buffer(process.stdin) : readList(list)))
  const paths = text.split(/\r?\n/).filter(line => line !== '')
  if (paths.length === 0) throw invalidParameter('--files-from', 'the list names no file')
  if (list === standardInput && paths.includes(standardInput)) {
    throw invalidParameter('--files-from', 'standard input cannot be both the list and a figure')
  }
  return paths
}

async function readList(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw invalidParameter('--files-from', `${path} cannot be read: ${messageOf(error)}`)
  }
}
