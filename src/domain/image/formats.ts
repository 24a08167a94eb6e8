/**
 * What a figure can be made into: one row a format, from which parsers, routes, answers, documents, commands and menus
 * derive. A raster format has its encoder in `src/browser/renderer/encode/encode.ts`.
 */

interface FormatRow {
  /** As answers say it. */
  readonly mediaType: string
  /**
   * `raster`: pixels, encoded in the render page. `vector`: the svg as it was drawn. `print`: that svg, printed by the
   * browser. `page`: a document around that svg.
   */
  readonly kind: 'raster' | 'vector' | 'print' | 'page'
  /** Other endings under which its files are known. */
  readonly aliases?: readonly string[]
  /** What the download menu of a graph's page calls it; without, it is not offered there. */
  readonly menu?: { readonly label: string; readonly note?: string }
}

const rows = {
  png: { mediaType: 'image/png', kind: 'raster', menu: { label: 'Image' } },
  svg: {
    mediaType: 'image/svg+xml; charset=utf-8',
    kind: 'vector',
    menu: { label: 'Vector image' },
  },
  webp: { mediaType: 'image/webp', kind: 'raster' },
  jpeg: { mediaType: 'image/jpeg', kind: 'raster', aliases: ['jpg'] },
  pdf: { mediaType: 'application/pdf', kind: 'print', menu: { label: 'Document' } },
  html: {
    mediaType: 'text/html; charset=utf-8',
    kind: 'page',
    aliases: ['htm'],
    menu: { label: 'Interactive page', note: 'offline' },
  },
} as const satisfies Record<string, FormatRow>

/** Images, and the standalone page. */
export type FileFormat = keyof typeof rows
export type ImageFormat = {
  [F in FileFormat]: (typeof rows)[F]['kind'] extends 'page' ? never : F
}[FileFormat]

/** The rows by name. */
export const formats: Readonly<Record<FileFormat, FormatRow>> = rows

export const fileFormats = Object.keys(rows) as readonly FileFormat[]
export const imageFormats: readonly ImageFormat[] = fileFormats.filter(isImageFormat)

/** Every ending under which a file of some format is known. */
export const formatNames: readonly string[] = fileFormats.flatMap(format => [
  format,
  ...(formats[format].aliases ?? []),
])

/** By its own name alone: aliases are what `formatNamed` knows. */
export function isImageFormat(name: string): name is ImageFormat {
  return Object.hasOwn(formats, name) && formats[name as FileFormat].kind !== 'page'
}

/** The format that a file's ending or an option names, in any letter case; null where there is none. */
export function formatNamed(name: string): FileFormat | null {
  const known = name.toLowerCase()
  return fileFormats.find(format => format === known || formats[format].aliases?.includes(known)) ?? null
}

/** The image that a file is made of: a page has the svg in it. */
export const drawnFormat = (format: FileFormat): ImageFormat => (isImageFormat(format) ? format : 'svg')

/** Whether its files are text, in UTF-8. */
export const isText = (format: FileFormat): boolean => ['vector', 'page'].includes(formats[format].kind)
