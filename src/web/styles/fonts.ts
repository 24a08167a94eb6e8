/**
 * Open Sans for whoever has it not: what images are drawn with, so that the interactive figure has the same letters
 * in the same places. The renderer's copy and this one are the same version with the same widths.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Asset, makeAsset } from '../../http/static-asset.ts'
import { packageFile } from '../../package-files.ts'
import { type FontFile, facesOf, fontRanges, fontUsageOf } from '../../plotly/font-usage.ts'

const require = createRequire(import.meta.url)
const version: string = require('@fontsource/open-sans/package.json').version

/** The folder of the font files below a folder of assets; it changes with the fonts alone. */
export const fontFolder = `fonts-${version}`

export const fileOf = ({ subset, weight, style }: FontFile): string => `${subset}-${weight}-${style}.woff2`

const files = new Map<string, FontFile>()
for (const subset of Object.keys(fontRanges)) {
  for (const face of facesOf([subset])) files.set(fileOf(face), face)
}
const read = new Map<string, Asset>()

/** A font file by its name, `latin-400-normal.woff2`; null where there is no such file. Read once. */
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

/** `address` of a face: relative to the style sheet, absolute, or the file itself. */
export const fontFaceRules = (faces: readonly FontFile[], address: (face: FontFile) => string): string =>
  faces
    .map(
      face =>
        // A late font moves the letters: after a moment's wait the next family stands in, for three seconds at most.
        `@font-face{font-family:"Open Sans";font-style:${face.style};font-weight:${face.weight};font-display:fallback;src:url(${address(face)}) format("woff2");unicode-range:${fontRanges[face.subset]}}`,
    )
    .join('\n')

/** The file as an address, for documents that may ask nobody. */
export const inlineFontFile = (face: FontFile): string =>
  `data:font/woff2;base64,${Buffer.from(fontAsset(fileOf(face))?.bytes ?? []).toString('base64')}`

const fontName = 'Open Sans'

/** Whether an svg is set in this font at all. */
export const namesFont = (svg: Uint8Array): boolean => asBuffer(svg).includes(fontName)

/** An svg with these faces, wherever it is shown. */
export function withFaces(svg: Uint8Array, faces: readonly FontFile[]): Uint8Array {
  const bytes = asBuffer(svg)
  const place = bytes.indexOf('>', bytes.indexOf('<svg')) + 1
  const style = `<style>${fontFaceRules(faces, inlineFontFile)}</style>`
  return Buffer.concat([bytes.subarray(0, place), Buffer.from(style), bytes.subarray(place)])
}

/**
 * An svg with the letters it is set in, about 25 KB a face: as an image it may fetch nothing and knows no font of the
 * page around it, and on another machine it would be set in whatever is there.
 */
export const withFonts = (svg: Uint8Array): Uint8Array =>
  namesFont(svg) ? withFaces(svg, fontUsageOf(asBuffer(svg).toString()).faces) : svg

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** The entity tag of an svg `withFonts`: another representation of the artifact. */
export const fontedEtag = (etag: string): string => `${etag.slice(0, -1)}.${fontFolder}"`
