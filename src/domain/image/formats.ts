/** What a figure can be made into: one row a format, from which parsers, answers, documents and commands derive. */

import { type ImageFormat, imageFormats } from '../graph/graph.ts'

/** Images, and the standalone page. */
export const fileFormats = [...imageFormats, 'html'] as const
export type FileFormat = (typeof fileFormats)[number]

export const mediaTypes: Readonly<Record<FileFormat, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
}

/** Other endings under which files of a format are known. */
const aliases: Readonly<Record<string, FileFormat>> = { jpg: 'jpeg', htm: 'html' }

export const isImageFormat = (name: string): name is ImageFormat =>
  (imageFormats as readonly string[]).includes(name)

/** The format that a file's ending or an option names, in any letter case; null where there is none. */
export function formatNamed(name: string): FileFormat | null {
  const known = name.toLowerCase()
  return fileFormats.find(format => format === known) ?? aliases[known] ?? null
}
