/** What the styles of an SVG refer to and which effects they set, from attributes and from style sheets. */

import type { SvgElement } from '../data/svg-tree.ts'

export interface Reference {
  readonly property: string
  readonly id: string
}

export interface Style {
  readonly references: readonly Reference[]
  readonly effectMs: number
}

/** By the last name of a selector: `#id`, `.class`, an element's name, or `*`. */
export type Styles = ReadonlyMap<string, readonly Style[]>

/** A filter function of 600 × 400 pixels takes 20 ms, a mode of blending 1 ms. */
const functionMs = 20
const blendMs = 1

export function stylesIn(sheet: string): Styles {
  const styles = new Map<string, Style[]>()
  for (const rule of withoutComments(sheet).split('}')) {
    const parts = rule.split('{')
    const style = declarationsIn(parts.at(-1) ?? '')
    if (parts.length < 2 || (style.references.length === 0 && style.effectMs === 0)) continue
    for (const selector of (parts.at(-2) ?? '').split(',')) {
      const last =
        selector
          .trim()
          .split(/[\s>+~]/)
          .at(-1) ?? ''
      const key = /#[\w-]+/.exec(last)?.[0] ?? /\.[\w-]+/.exec(last)?.[0] ?? /^[\w-]+/.exec(last)?.[0] ?? '*'
      const same = styles.get(key)
      if (same === undefined) styles.set(key, [style])
      else same.push(style)
    }
  }
  return styles
}

export function styleOf({ name, attributes }: SvgElement, styles: Styles): Style {
  const found: Style[] = []
  for (const property in attributes) {
    const value = attributes[property] as string
    if (property === 'style') found.push(declarationsIn(value))
    else if (value.includes('(')) found.push(declaration(property, value))
  }
  if (styles.size > 0) {
    const classes = (attributes.class ?? '').split(/\s+/).map(each => `.${each}`)
    for (const key of ['*', name, `#${attributes.id}`, ...classes]) found.push(...(styles.get(key) ?? []))
  }
  return {
    references: found.flatMap(({ references }) => references),
    effectMs: found.reduce((sum, { effectMs }) => sum + effectMs, 0),
  }
}

function declarationsIn(text: string): Style {
  const found = text.split(';').flatMap(each => {
    const colon = each.indexOf(':')
    return colon === -1 ? [] : [declaration(each.slice(0, colon).trim(), each.slice(colon + 1))]
  })
  return {
    references: found.flatMap(({ references }) => references),
    effectMs: found.reduce((sum, { effectMs }) => sum + effectMs, 0),
  }
}

function declaration(property: string, value: string): Style {
  const references = value
    .split('url(')
    .slice(1)
    .flatMap(rest => {
      const id = /^\s*["']?#([^"')]{1,500})/.exec(rest)?.[1]
      return id === undefined ? [] : [{ property, id: id.trim() }]
    })
  const isBlended = property === 'mix-blend-mode' && value.trim() !== 'normal'
  const functions = property === 'filter' ? value.split(/(?:blur|drop-shadow)\(/).length - 1 : 0
  return { references, effectMs: functions * functionMs + (isBlended ? blendMs : 0) }
}

function withoutComments(sheet: string): string {
  return sheet
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.slice((part.indexOf('*/') + 1 || part.length) + 1)))
    .join('')
}
