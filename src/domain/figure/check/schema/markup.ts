/** Warns of line breaks, HTML and Markdown that the charting library does not draw as they are meant. */

import { type FigureTree, type Place, root } from '../../tree/figure-tree.ts'
import type { Findings } from '../findings.ts'

/** In bytes. Only the beginning of a text is searched. */
const longestWords = 2_000

/** Attributes whose line feeds are drawn as spaces. */
const texts: ReadonlySet<string> = new Set(['text', 'title', 'subtitle'])

const backslash = 0x5c
const angle = 0x3c
const asterisk = 0x2a

/** Checks a text to show. */
export function checkMarkup(findings: Findings, place: Place): void {
  const { tree } = findings
  if (findings.enough || !isMarked(tree, place)) return
  const text = (tree.string(place) ?? '').slice(0, longestWords)
  if (texts.has(tree.key(place)) && text.trim().includes('\n') && isOnPaper(tree, place))
    findings.warn(place, 'has a line break that is drawn as a space; write <br>')
  const tag = printedTag(text)
  if (tag !== undefined)
    findings.warn(
      place,
      `prints <${tag}> as it is; ${tagRemedies[tag] ?? 'the charting library knows b, i, em, u, s, sub, sup, a, span and br'}`,
    )
  else if (/\*\*[^\s*][^*]*\*\*/.test(text))
    findings.warn(place, 'prints the asterisks of Markdown as they are; for bold letters write <b> … </b>')
}

/** Elements of HTML that are printed as they are. */
const unknownTags: ReadonlySet<string> = new Set(
  'blockquote center code del div font h1 h2 h3 h4 h5 h6 hr img ins li mark ol p pre small strike strong table td th tr ul'.split(
    ' ',
  ),
)

/** The first tag that is printed as it is. */
function printedTag(text: string): string | undefined {
  for (const { 1: name = '', index } of text.matchAll(/<(\w{1,10})[\s/>]/g))
    if (unknownTags.has(name.toLowerCase()) && text.includes('>', index)) return name.toLowerCase()
  return undefined
}

const tagRemedies: Readonly<Record<string, string>> = {
  del: 'write <s>',
  font: 'write <span style="color: …">',
  p: 'for a new line write <br>',
  div: 'for a new line write <br>',
  li: 'for a new line write <br>',
  strike: 'write <s>',
  strong: 'write <b>',
}

/** Whether the text contains characters that begin an escape, a tag or Markdown. */
function isMarked(tree: FigureTree, place: Place): boolean {
  const { bytes } = tree
  const end = Math.min(tree.end(place), tree.start(place) + longestWords)
  for (let i = tree.start(place); i < end; i++) {
    const byte = bytes[i]
    if (byte === backslash || byte === angle || byte === asterisk) return true
  }
  return false
}

/** Whether it is in the layout, but not in a scene, whose texts break lines at line feeds. */
function isOnPaper(tree: FigureTree, place: Place): boolean {
  let above = place
  while (tree.parent(tree.parent(above)) !== root) above = tree.parent(above)
  return tree.key(tree.parent(above)) === 'layout' && !tree.key(above).startsWith('scene')
}
