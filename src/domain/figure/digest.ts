/** Names a figure by its texts: equal names, equal figures, within one release. */

import { createHash, hash } from 'node:crypto'
import { defaultTemplatePrefix, type LayoutText } from './layout.ts'
import type { Figure, FigureText } from './text.ts'

/** No JSON text has these characters, so no two figures put together give the same bytes. */
const separator = '\0'
const defaultTemplateMark = '\x01'

const prefixBytes = Buffer.from(defaultTemplatePrefix)

/** Without the default template, which is nine tenths of most layouts. */
function markTemplate(layout: FigureText): readonly FigureText[] {
  const { length } = prefixBytes
  const isDefault =
    typeof layout === 'string'
      ? layout.startsWith(defaultTemplatePrefix)
      : layout.subarray(0, length).equals(prefixBytes)
  if (!isDefault) return [layout]
  // Of another length as a string than as bytes.
  const rest =
    typeof layout === 'string' ? layout.slice(defaultTemplatePrefix.length) : layout.subarray(length)
  return [defaultTemplateMark, rest]
}

/** SHA-256, in base64url. Of megabytes it takes milliseconds. */
export const figureDigest = ({ data, layout, frames }: Figure): string =>
  hashOf([data, separator, ...markTemplate(layout), separator, frames ?? ''])

/** The same of a figure whose layout is not put together yet. */
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
