/** Parses an SVG as strictly as browsers do, which draw nothing of one that is not well-formed. */

import { createRequire } from 'node:module'

/** What is used of `sax`, which is loaded on demand. */
interface SaxParser {
  line: number
  ENTITIES: Record<string, string>
  onerror: (error: Error) => void
  onopentag: (tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }) => void
  onclosetag: () => void
  ontext: (text: string) => void
  oncdata: (text: string) => void
  ondoctype: (text: string) => void
  onprocessinginstruction: (instruction: { readonly name: string; readonly body: string }) => void
  write(text: string): SaxParser
  close(): void
}
interface Sax {
  MAX_BUFFER_LENGTH: number
  parser(strict: true, options: { readonly strictEntities: true }): SaxParser
}

export interface SvgElement {
  /** Without prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: SvgElement[]
  /** Of a style sheet itself. */
  text: string
  /** How many letters of the element itself are drawn. */
  letters: number
}

export interface SvgTree {
  readonly root: SvgElement
  readonly depth: number
  /** Of style sheets that are elsewhere. */
  readonly instructions: readonly string[]
  /** Whether it contains a page. */
  readonly hasForeign: boolean
}

const drawsText = new Set(['text', 'tspan', 'textPath', 'a'])

/** Thrown with a message that says why an SVG is not drawn. */
export class SvgFault extends Error {}

/** Controls other than tab, the ends of lines and those above the letters of ASCII. */
const control = /[^\P{Cc}\t\n\r\x7f-\x9f]/u

let sax: Sax | null = null

function newParser(): SaxParser {
  sax ??= createRequire(import.meta.url)('sax') as Sax
  // Paths and style sheets have any length.
  sax.MAX_BUFFER_LENGTH = Number.POSITIVE_INFINITY
  return sax.parser(true, { strictEntities: true })
}

/** Throws `SvgFault`. */
export function parseSvg(text: string): SvgTree {
  const parser = newParser()
  const top: SvgElement = { name: '', attributes: {}, children: [], text: '', letters: 0 }
  const open = [top]
  const prefixes = new Set(['xml', 'xmlns'])
  const used = new Set<string>()
  const instructions: string[] = []
  let [depth, hasForeign] = [0, false]
  const addText = (more: string) => {
    const inner = open.at(-1) as SvgElement
    if (inner.name === 'style') inner.text += more
    else if (drawsText.has(inner.name)) inner.letters += more.length
  }
  parser.onerror = error => {
    const [what = ''] = error.message.split('\n')
    throw new SvgFault(`${what.toLowerCase()} in line ${parser.line + 1}`)
  }
  parser.onopentag = ({ name, attributes }) => {
    for (const each of [name, ...Object.keys(attributes)]) {
      const [prefix = '', local] = each.split(':')
      if (local === undefined) continue
      used.add(prefix)
      if (prefix === 'xmlns') prefixes.add(local)
    }
    const element = { name: localName(name), attributes, children: [], text: '', letters: 0 }
    open.at(-1)?.children.push(element)
    open.push(element)
    hasForeign ||= element.name === 'foreignObject'
    depth = Math.max(depth, open.length)
  }
  parser.onclosetag = () => void open.pop()
  parser.ontext = addText
  parser.oncdata = addText
  parser.onprocessinginstruction = ({ name, body }) => {
    if (name === 'xml-stylesheet') instructions.push(body)
  }
  parser.ondoctype = declared => {
    // Those of XML itself, such as &amp;, are inherited.
    parser.ENTITIES = Object.assign(Object.create(parser.ENTITIES), entitiesIn(declared))
  }
  refuseUnreadable(text)
  parser.write(text).close()
  const undeclared = [...used].find(prefix => !prefixes.has(prefix))
  if (undeclared !== undefined) throw new SvgFault(`the prefix "${undeclared}" is not declared by xmlns`)
  const [root] = top.children
  if (root?.name !== 'svg') throw new SvgFault('its outermost element is not <svg>')
  return { root, depth, instructions, hasForeign }
}

/** What the parser lets pass, and browsers do not. */
function refuseUnreadable(text: string): void {
  const start = text.trimStart()
  if (start.startsWith('<?xml') && start !== text)
    throw new SvgFault('something is before <?xml, which must come first')
  if (control.test(text)) throw new SvgFault('it contains a control character')
  if (text.includes('\ufffd')) throw new SvgFault('it is not encoded as UTF-8')
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The entities of a document type, as drawing programs declare them for namespaces. */
function entitiesIn(declared: string): Record<string, string> {
  const entities: Record<string, string> = Object.create(null)
  for (const part of declared.split('<!ENTITY').slice(1)) {
    const [, name, quote = '', rest = ''] = /^\s+([\w:.-]+)\s+(["'])(.*)/s.exec(part) ?? []
    if (name !== undefined) entities[name] = rest.slice(0, Math.max(0, rest.indexOf(quote)))
  }
  return entities
}
