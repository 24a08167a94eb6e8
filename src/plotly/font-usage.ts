/** Which faces of Open Sans, the default style's font, a text is set in: found in its JSON or svg. */

import { createRequire } from 'node:module'

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

/** Of each subset the letters it has, as the `unicode-range` of a font face. */
export const fontRanges: Readonly<Record<string, string>> = require('@fontsource/open-sans/unicode.json')

const weights: readonly Weight[] = [400, 600, 700]
const styles: readonly Style[] = ['normal', 'italic']

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
const notLatin = new RegExp(`[^${within(fontRanges.latin ?? '')}]`, 'u')
const others = Object.entries(fontRanges)
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
