/** The `data:` URIs in an SVG, however they are written. */

import type { SvgElement, SvgTree } from '../data/svg-tree.ts'

/** In characters. Longer URIs are taken out of a text before it is parsed, which is slow for them. */
const longData = 500

const dataUri = /data:/gi

/** The end of the URI that begins at a place: at the quote that it began after, or at the first character that is in none. */
function endOf(text: string, at: number): number {
  let before = at - 1
  while (at - before < 100 && /\s/.test(text[before] ?? '')) before--
  const quote = text[before] ?? ''
  if (/["']/.test(quote)) {
    const end = text.indexOf(quote, at)
    return end === -1 ? text.length : end
  }
  notInUris.lastIndex = at
  return notInUris.exec(text)?.index ?? text.length
}

const notInUris = /["'<>()]/g

/** The place and text of each URI. What looks like one inside another is part of it. */
function* urisIn(text: string): Iterable<readonly [at: number, uri: string]> {
  let at = 0
  while (true) {
    dataUri.lastIndex = at
    const found = dataUri.exec(text)
    if (found === null) return
    at = endOf(text, found.index)
    yield [found.index, text.slice(found.index, at)]
  }
}

/** The text with short numbers (`data:,3`) in place of images and long data, and these. */
export function withoutData(text: string): readonly [string, readonly string[]] {
  const uris: string[] = []
  const parts: string[] = []
  let done = 0
  for (const [at, uri] of urisIn(text)) {
    if (uri.length < longData && !/^data:image/i.test(uri)) continue
    parts.push(text.slice(done, at), `data:,${uris.length}`)
    uris.push(uri)
    done = at + uri.length
  }
  return [parts.join('') + text.slice(done), uris]
}

export interface SvgAddresses {
  /** Values of attributes. */
  readonly linked: readonly string[]
  /** In style sheets, and in attributes that are written like them. */
  readonly styled: readonly string[]
}

/** As they are after entities and escapes are read. */
export function addressesInSvg({ root, instructions }: SvgTree): SvgAddresses {
  const linked: string[] = []
  const styled = instructions.flatMap(addressesInSheet)
  const open: SvgElement[] = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // Not spread: there may be more of them than a call takes arguments.
    for (const child of next.children) open.push(child)
    if (next.name === 'style') for (const each of addressesInSheet(next.text)) styled.push(each)
    for (const name in next.attributes) {
      const value = withoutBreaks(next.attributes[name] as string)
      // Animations have several, separated by semicolons, which are in URIs as well.
      if (/^\s*data:/i.test(value)) for (const each of value.split(/;(?=data:)/i)) linked.push(each)
      else for (const each of addressesInSheet(value)) styled.push(each)
    }
  }
  return { linked, styled }
}

/** In the text of a style sheet, or of an instruction that names one. */
export function addressesInSheet(text: string): readonly string[] {
  const sheet = withoutBreaks(text.includes('\\') ? withoutEscapes(text) : text)
  return Array.from(urisIn(sheet), ([, uri]) => uri)
}

/** Browsers take them out of addresses. */
const withoutBreaks = (text: string): string => text.replace(/[\t\n\r]/g, '')

const withoutEscapes = (text: string): string =>
  text.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (_, code?: string, letter?: string) =>
    code === undefined ? (letter as string) : letterOf(Number.parseInt(code, 16)),
  )

const letterOf = (code: number): string => (code > 0x10_ffff ? '\ufffd' : String.fromCodePoint(code))
