/**
 * Open Sans as a web font. Images are rendered with the same version, so that text in the interactive figure has the same
 * widths as in the image.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { asBuffer } from '../../bytes.ts'
import { type Asset, makeAsset } from '../../http/representations/static-asset.ts'
import { packageFile } from '../../package-files.ts'
import { type FontFile, facesOf, fontRanges, fontUsageOf } from '../../plotly/font-usage.ts'
import { insertIntoSvg } from './svg-markup.ts'

const require = createRequire(import.meta.url)
const version: string = require('@fontsource/open-sans/package.json').version

/** The folder of the font files within the assets. It changes only with the fonts. */
export const fontFolder = `fonts-${version}`

export const fileOf = ({ subset, weight, style }: FontFile): string => `${subset}-${weight}-${style}.woff2`

const files = new Map<string, FontFile>()
for (const subset of Object.keys(fontRanges)) {
  for (const face of facesOf([subset])) files.set(fileOf(face), face)
}
const read = new Map<string, Asset>()

/** A font file by its name, such as `latin-400-normal.woff2`; null if there is none. Cached. */
export function fontAsset(name: string): Asset | null {
  if (!files.has(name)) return null
  const known = read.get(name)
  if (known) return known
  const asset = makeAsset(
    name,
    'woff2',
    readFileSync(packageFile('@fontsource/open-sans', 'files', `open-sans-${name}`)),
  )
  read.set(name, asset)
  return asset
}

/** `address` returns the URL of a face: relative to the style sheet, absolute, or a data: URL. */
export const fontFaceRules = (faces: readonly FontFile[], address: (face: FontFile) => string): string =>
  faces
    .map(
      face =>
        // With `fallback`, a late font causes at most one change of letters, within the first three seconds.
        `@font-face{font-family:"Open Sans";font-style:${face.style};font-weight:${face.weight};font-display:fallback;src:url(${address(face)}) format("woff2");unicode-range:${fontRanges[face.subset]}}`,
    )
    .join('\n')

/** The file as a data: URL, for documents without network access. */
export const inlineFontFile = (face: FontFile): string =>
  `data:font/woff2;base64,${Buffer.from(fontAsset(fileOf(face))?.bytes ?? []).toString('base64')}`

const fontName = 'Open Sans'

/** Whether an svg uses this font. */
export const namesFont = (svg: Uint8Array): boolean => asBuffer(svg).includes(fontName)

/** Embeds font faces in an svg. */
export const withFaces = (svg: Uint8Array, faces: readonly FontFile[]): Uint8Array =>
  insertIntoSvg(svg, `<style>${fontFaceRules(faces, inlineFontFile)}</style>`)

/**
 * Embeds the faces that an svg uses, about 25 KB each. An svg shown as an image cannot load fonts or use those of the page,
 * and other machines may not have the font.
 */
export const withFonts = (svg: Uint8Array): Uint8Array =>
  namesFont(svg) ? withFaces(svg, fontUsageOf(asBuffer(svg).toString()).faces) : svg

/** The ETag of an svg with embedded fonts, which is another representation of the artifact. */
export const fontedEtag = (etag: string): string => `${etag.slice(0, -1)}.${fontFolder}"`
