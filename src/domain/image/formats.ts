/**
 * The registry of output formats. Parsers, routes, media types, API documents, commands and menus derive from its rows.
 * The encoders of raster formats are in `src/browser/renderer/encode/encode.ts`.
 */

interface FormatRow {
  /** The Content-Type of its files. */
  readonly mediaType: string
  /**
   * `raster`: pixels, encoded in the render page. `vector`: the svg of the plot. `print`: that svg, printed by the
   * browser. `page`: an html document around that svg.
   */
  readonly kind: 'raster' | 'vector' | 'print' | 'page'
  /** Other file name extensions for this format. */
  readonly aliases?: readonly string[]
  /** Its entry in the download menu of a graph's page. Formats without one are not in the menu. */
  readonly menu?: { readonly label: string; readonly offline?: true }
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
    menu: { label: 'Interactive page', offline: true },
  },
} as const satisfies Record<string, FormatRow>

/** Image formats and the standalone html page. */
export type FileFormat = keyof typeof rows
export type ImageFormat = {
  [F in FileFormat]: (typeof rows)[F]['kind'] extends 'page' ? never : F
}[FileFormat]

/** The registry, by format name. */
export const formats: Readonly<Record<FileFormat, FormatRow>> = rows

export const fileFormats = Object.keys(rows) as readonly FileFormat[]
export const imageFormats: readonly ImageFormat[] = fileFormats.filter(isImageFormat)

/** All file name extensions, aliases included. */
export const formatNames: readonly string[] = fileFormats.flatMap(format => [
  format,
  ...(formats[format].aliases ?? []),
])

/** Accepts the format's own name only; `formatNamed` also accepts aliases. */
export function isImageFormat(name: string): name is ImageFormat {
  return Object.hasOwn(formats, name) && formats[name as FileFormat].kind !== 'page'
}

/** The format with this name or extension, in any letter case. Null if there is none. */
export function formatNamed(name: string): FileFormat | null {
  const known = name.toLowerCase()
  return fileFormats.find(format => format === known || formats[format].aliases?.includes(known)) ?? null
}

/** The image format that a file is made from: html pages contain the svg. */
export const drawnFormat = (format: FileFormat): ImageFormat => (isImageFormat(format) ? format : 'svg')

/** Whether files in this format are UTF-8 text. */
export const isText = (format: FileFormat): boolean => ['vector', 'page'].includes(formats[format].kind)
