/** Breaks a text into lines that fit. */

import { hasTex } from '../../../plotly/tex.ts'
import type { Font, WidthOf } from './measure.ts'

/** In characters. Longer texts are data, not texts to read. */
export const longestText = 2000

/** The line height of the library's texts, as a multiple of the font size. */
export const lineHeight = 1.3

const lineBreak = /<br\s*\/?>/i

export const lineCount = (text: string): number => text.split(lineBreak).length

/** The text in at most `max` lines of that width in pixels. TeX is not broken. */
export function breakLines(text: string, font: Font, width: number, max: number, widthOf: WidthOf): string {
  if (text.length > longestText || hasTex(text) || width <= 0) return text
  const lines = text.split(lineBreak).flatMap(line => linesOf(line, width, piece => widthOf(piece, font)))
  return lines.length > max ? `${lines.slice(0, max).join('<br>')}…` : lines.join('<br>')
}

/** The width of the widest line of a text, in pixels. */
export const widestLine = (text: string, widthOf: Width): number => widestOf(text.split(lineBreak), widthOf)

export const widestOf = <T>(of: Iterable<T>, widthOf: (each: T) => number): number =>
  Math.max(0, ...[...of].map(widthOf))

type Width = (text: string) => number

function linesOf(line: string, width: number, widthOf: Width): string[] {
  if (widthOf(line) <= width) return [line]
  const lines: string[] = []
  let current = ''
  // Small letters that began in an earlier line go on in this one.
  let small = ''
  // A tag may contain spaces.
  for (const word of line.match(/(?:<[^<>]*>|\S)+/g) ?? []) {
    const longer = current === '' ? word : `${current} ${word}`
    if (widthOf(small + longer) <= width) {
      current = longer
      continue
    }
    if (current !== '') lines.push(current)
    small = openSmall(small + current)
    current = word
    while (!current.includes('<') && widthOf(small + current) > width) {
      const piece = pieceOf(current, width, part => widthOf(small + part))
      lines.push(piece)
      current = current.slice(piece.length)
    }
  }
  return [...lines, current]
}

/** The tags of small letters that a text leaves open. */
function openSmall(text: string): string {
  const open: string[] = []
  for (const [tag] of text.matchAll(/<\/?su[bp]>/gi)) {
    if (tag.startsWith('</')) open.pop()
    else open.push(tag)
  }
  return open.join('')
}

/**
 * The longest beginning of a word that fits, at least one letter. Breaks at a hyphen or the like after its first third.
 */
function pieceOf(word: string, width: number, widthOf: Width): string {
  const letters = [...word]
  let [fits, not] = [1, letters.length]
  while (not - fits > 1) {
    const middle = (fits + not) >> 1
    if (widthOf(letters.slice(0, middle).join('')) <= width) fits = middle
    else not = middle
  }
  const joint = letters.slice(0, fits).findLastIndex(letter => '-_/='.includes(letter)) + 1
  return letters.slice(0, joint > fits / 3 ? joint : fits).join('')
}
