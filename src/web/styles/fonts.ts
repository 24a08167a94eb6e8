/**
 * Open Sans for whoever has it not: what pictures are drawn with, so that the interactive figure has the same letters
 * in the same places. The renderer's copy and this one are the same version with the same widths.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Asset, makeAsset } from '../../http/static-asset.ts'

export type Weight = 400 | 600 | 700
export type Style = 'normal' | 'italic'

/** A part of the family that is a file of its own. */
export interface FontFile {
  /** A range of letters: `latin`, `greek`. */
  readonly subset: string
  readonly weight: Weight
  readonly style: Style
}

const require = createRequire(import.meta.url)
const root = dirname(require.resolve('@fontsource/open-sans/package.json'))
const version: string = require('@fontsource/open-sans/package.json').version
const ranges: Readonly<Record<string, string>> = require('@fontsource/open-sans/unicode.json')

/** The folder of the font files below a folder of assets; it changes with the fonts alone. */
export const fontFolder = `fonts-${version}`

const weights: readonly Weight[] = [400, 600, 700]
const styles: readonly Style[] = ['normal', 'italic']

export const fileOf = ({ subset, weight, style }: FontFile): string => `${subset}-${weight}-${style}.woff2`

const files = new Map<string, FontFile>()
for (const subset of Object.keys(ranges)) {
  for (const face of facesOf([subset])) files.set(fileOf(face), face)
}
const read = new Map<string, Asset>()

/** A font file by its name, `latin-400-normal.woff2`; null where there is no such file. Read once. */
export function fontAsset(name: string): Asset | null {
  if (!files.has(name)) return null
  const known = read.get(name)
  if (known) return known
  const asset = makeAsset(name, 'woff2', readFileSync(join(root, 'files', `open-sans-${name}`)))
  read.set(name, asset)
  return asset
}

/** Every weight and style of these subsets. */
export function facesOf(
  subsets: readonly string[],
  ofWeights: readonly Weight[] = weights,
  ofStyles: readonly Style[] = styles,
): FontFile[] {
  return subsets.flatMap(subset =>
    ofStyles.flatMap(style => ofWeights.map(weight => ({ subset, weight, style }))),
  )
}

export interface FontUsage {
  /** The faces that the text is set in. */
  readonly faces: readonly FontFile[]
  readonly subsets: readonly string[]
  /** A letter of each subset. */
  readonly letters: string
}

const within = (range: string) => range.replace(/[\dA-F]+/gi, '\\u{$&}').replace(/U\+|,/g, '')
const notLatin = new RegExp(`[^${within(ranges.latin ?? '')}]`, 'u')
const others = Object.entries(ranges)
  .filter(([subset]) => subset !== 'latin')
  .map(([subset, range]) => ({ subset, letter: new RegExp(`[${within(range)}]`, 'u') }))

/** What a figure's JSON or an svg needs of the family; rather a face too many than one too few. */
export function fontUsageOf(source: string): FontUsage {
  const text = source.includes('\\u')
    ? source.replace(/\\u([\da-f]{4})/gi, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : source
  const found = notLatin.test(text)
    ? others
        .map(({ subset, letter }) => ({ subset, letter: letter.exec(text)?.[0] }))
        .filter(each => each.letter)
    : []
  const subsets = ['latin', ...found.map(({ subset }) => subset)]
  const ofWeights = weights.filter(weight => weight === 400 || marks[weight].test(text))
  const ofStyles = styles.filter(style => style === 'normal' || /<(?:i|em)\b|italic|oblique/i.test(text))
  return {
    faces: facesOf(subsets, ofWeights, ofStyles),
    subsets,
    letters: `A${found.map(({ letter }) => letter).join('')}`,
  }
}

/** In JSON `"weight":600`, in an svg `font-weight: 600`. */
const marks = {
  600: /weight\W{1,6}[56]\d\d/,
  700: /<(?:b|strong)\b|bold|weight\W{1,6}[7-9]\d\d/i,
} as const

/** `address` of a face: relative to the style sheet, absolute, or the file itself. */
export const fontFaceRules = (faces: readonly FontFile[], address: (face: FontFile) => string): string =>
  faces
    .map(
      face =>
        // A late font moves the letters: after a moment's wait the next family stands in, for three seconds at most.
        `@font-face{font-family:"Open Sans";font-style:${face.style};font-weight:${face.weight};font-display:fallback;src:url(${address(face)}) format("woff2");unicode-range:${ranges[face.subset]}}`,
    )
    .join('\n')

/** The file as an address, for documents that may ask nobody. */
export const inlineFontFile = (face: FontFile): string =>
  `data:font/woff2;base64,${Buffer.from(fontAsset(fileOf(face))?.bytes ?? []).toString('base64')}`

/**
 * An svg with the letters it is set in, about 25 KB a face: as an image it may fetch nothing and knows no font of the
 * page around it, and on another machine it would be set in whatever is there.
 */
export function withFonts(svg: Uint8Array): Uint8Array {
  const text = Buffer.from(svg.buffer, svg.byteOffset, svg.byteLength).toString('utf8')
  if (!text.includes('Open Sans')) return svg
  const place = text.indexOf('>', text.indexOf('<svg')) + 1
  const style = `<style>${fontFaceRules(fontUsageOf(text).faces, inlineFontFile)}</style>`
  return Buffer.from(text.slice(0, place) + style + text.slice(place))
}

/** The entity tag of an svg `withFonts`: another representation of the artifact. */
export const fontedEtag = (etag: string): string => `${etag.slice(0, -1)}.${fontFolder}"`
