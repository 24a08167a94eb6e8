/** Hashes figures by their texts. Within one release, equal digests mean equal figures. */

import { createHash, hash } from 'node:crypto'
import { defaultTemplatePrefix, type LayoutText } from './layout.ts'
import type { Figure, FigureText } from './text.ts'

/** JSON texts cannot contain this character, so different figures never give the same bytes. */
const separator = '\0'
const defaultTemplateMark = '\x01'

const prefixBytes = Buffer.from(defaultTemplatePrefix)

/** Replaces the default template, nine tenths of most layouts, by a mark, so that less is hashed. */
function markTemplate(layout: FigureText): readonly FigureText[] {
  const { length } = prefixBytes
  const isDefault =
    typeof layout === 'string'
      ? layout.startsWith(defaultTemplatePrefix)
      : layout.subarray(0, length).equals(prefixBytes)
  if (!isDefault) return [layout]
  // The prefix may have different lengths as a string and as bytes.
  const rest =
    typeof layout === 'string' ? layout.slice(defaultTemplatePrefix.length) : layout.subarray(length)
  return [defaultTemplateMark, rest]
}

/** SHA-256 in base64url. Takes milliseconds per megabyte. */
export const figureDigest = ({ data, layout, frames }: Figure): string =>
  hashOf([data, separator, ...markTemplate(layout), separator, frames ?? ''])

/** The same for a figure whose layout has not been assembled yet. */
export function submittedDigest(data: FigureText, layout: LayoutText, frames: FigureText | null): string {
  const { prefix, rest } = layout
  const marked = prefix === defaultTemplatePrefix ? [defaultTemplateMark, rest] : markTemplate(prefix + rest)
  return hashOf([data, separator, ...marked, separator, frames ?? ''])
}

function hashOf(texts: readonly FigureText[]): string {
  if (texts.every(text => typeof text === 'string')) return hash('sha256', texts.join(''), 'base64url')
  const sum = createHash('sha256')
  for (const text of texts) sum.update(text)
  return sum.digest('base64url')
}
