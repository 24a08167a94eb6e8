/** What the styles of an SVG refer to and which effects they set, from attributes and from style sheets. */

import type { SvgElement } from '../data/svg-tree.ts'

/** What one property refers to, and the processor time of the effects it sets. */
interface Declaration {
  /** The ids of elements. */
  readonly ids: readonly string[]
  readonly effectMs: number
}

/** The last declaration of each property, as browsers apply it. */
export type Style = ReadonlyMap<string, Declaration>

/** By the last name of a selector: `#id`, `.class`, an element's name, or `*`. */
export type Styles = ReadonlyMap<string, Style>

/** Those that can draw an element again or have an effect. */
const drawing =
  /^(?:fill|stroke|mix-blend-mode|marker(?:-start|-mid|-end)?|(?:-webkit-)?(?:mask(?:-image)?|clip-path|filter|backdrop-filter))$/

/** A filter function of 600 × 400 pixels takes 20 ms, a mode of blending 1 ms. */
const functionMs = 20
const blendMs = 1

/** Takes time that grows with the length of the sheet alone: an element finds one style per key, however many rules it has. */
export function stylesIn(sheet: string): Styles {
  const styles = new Map<string, Map<string, Declaration>>()
  for (const rule of withoutComments(sheet).split('}')) {
    const parts = rule.split('{')
    const style = declarationsIn(parts.at(-1) ?? '')
    if (parts.length < 2 || style.size === 0) continue
    for (const key of new Set((parts.at(-2) ?? '').split(',').map(keyOf))) {
      const all = styles.get(key) ?? new Map<string, Declaration>()
      styles.set(key, all)
      for (const [property, declared] of style) all.set(property, declared)
    }
  }
  return styles
}

function keyOf(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~]/)
      .at(-1) ?? ''
  return /#[\w-]+/.exec(last)?.[0] ?? /\.[\w-]+/.exec(last)?.[0] ?? /^[\w-]+/.exec(last)?.[0] ?? '*'
}

/** The styles of an element: its own, and those of the sheet. */
export function stylesOf({ name, attributes }: SvgElement, styles: Styles): readonly Style[] {
  const own = new Map<string, Declaration>()
  for (const property in attributes) declare(own, property, attributes[property] as string)
  for (const [property, declared] of declarationsIn(attributes.style ?? '')) own.set(property, declared)
  const found = own.size === 0 ? [] : [own]
  if (styles.size === 0) return found
  const classes = (attributes.class ?? '').split(/\s+/).map(each => `.${each}`)
  const keys = new Set(['*', name, `#${attributes.id}`, ...classes])
  return [...found, ...[...keys].flatMap(key => styles.get(key) ?? [])]
}

function declarationsIn(text: string): Map<string, Declaration> {
  const style = new Map<string, Declaration>()
  for (const each of text.split(';')) {
    const colon = each.indexOf(':')
    if (colon !== -1) declare(style, each.slice(0, colon).trim().toLowerCase(), each.slice(colon + 1))
  }
  return style
}

function declare(style: Map<string, Declaration>, property: string, value: string): void {
  if (!drawing.test(property)) return
  const ids = value
    .split('url(')
    .slice(1)
    .flatMap(rest => /^\s*["']?#([^"')]{1,500})/.exec(rest)?.[1]?.trim() ?? [])
  const isBlended = property === 'mix-blend-mode' && value.trim() !== 'normal'
  const functions = property.endsWith('filter') ? value.split(/(?:blur|drop-shadow)\(/).length - 1 : 0
  const effectMs = functions * functionMs + (isBlended ? blendMs : 0)
  if (ids.length > 0 || effectMs > 0) style.set(property, { ids, effectMs })
}

function withoutComments(sheet: string): string {
  return sheet
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.slice((part.indexOf('*/') + 1 || part.length) + 1)))
    .join('')
}
