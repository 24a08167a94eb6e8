/** Finds the faces of Open Sans, the default style's font, that a figure's JSON or an svg uses. */

import { createRequire } from 'node:module'

export type Weight = 400 | 600 | 700
export type Style = 'normal' | 'italic'

/** A font file: one subset, weight and style. */
export interface FontFile {
  /** The subset of characters, such as `latin` or `greek`. */
  readonly subset: string
  readonly weight: Weight
  readonly style: Style
}

const require = createRequire(import.meta.url)

/** The `unicode-range` of each subset. */
export const fontRanges: Readonly<Record<string, string>> = require('@fontsource/open-sans/unicode.json')

const weights: readonly Weight[] = [400, 600, 700]
const styles: readonly Style[] = ['normal', 'italic']

/** All weights and styles of these subsets. */
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
  /** The used faces. */
  readonly faces: readonly FontFile[]
  readonly subsets: readonly string[]
  /** One character of each subset. */
  readonly letters: string
}

const within = (range: string) => range.replace(/[\dA-F]+/gi, '\\u{$&}').replace(/U\+|,/g, '')
const notLatin = new RegExp(`[^${within(fontRanges.latin ?? '')}]`, 'u')
const others = Object.entries(fontRanges)
  .filter(([subset]) => subset !== 'latin')
  .map(([subset, range]) => ({ subset, letter: new RegExp(`[${within(range)}]`, 'u') }))

/** The faces that a figure's JSON or an svg uses, possibly some more. */
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

/** Matches weights in JSON (`"weight":600`) and in svg (`font-weight: 600`). */
const marks = {
  600: /weight\W{1,6}[56]\d\d/,
  700: /<(?:b|strong)\b|bold|weight\W{1,6}[7-9]\d\d/i,
} as const
