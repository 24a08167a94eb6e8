/**
 * Estimates what an SVG costs to draw. An element that refers to others draws them again, so a few hundred bytes may draw
 * billions of elements.
 */

import type { SvgElement, SvgTree } from '../data/svg-tree.ts'
import { type Style, stylesIn, stylesOf } from './svg-styles.ts'

export interface SvgWork {
  /** The number of elements that are drawn, repetitions included. */
  readonly drawn: number
  /** Processor time of filters, masks, styles and texts, calibrated at 700 × 500 pixels. */
  readonly effectMs: number
}

/** Drawn only where something refers to them. */
const definitions = new Set(
  'defs symbol pattern mask clipPath marker filter linearGradient radialGradient style script title desc metadata'.split(
    ' ',
  ),
)
/** They refer to one another for their colours only, or to the shape of a line. */
const withoutContent = new Set(['linearGradient', 'radialGradient', 'a', 'textPath', 'mpath'])

/** A mask of 600 × 400 pixels takes 3.5 ms. */
const maskMs = 3.5

/** An element of a pattern takes this much more where the pattern is used: 1,000 uses of 100 elements take 8 s. */
const patternMs = 0.06

/** Measured: 100,000 letters take 150 ms. */
const letterMs = 0.0015

/** Of each rule of a style sheet, for each element. Measured: 1,000 of each take 0.1 to 0.8 s. */
const ruleMs = 0.0003

/** Milliseconds of a filter's step. Measured at 600 × 400 pixels: a dilation by 100 pixels 400 ms. */
const stepMs = new Map<string, (step: SvgElement) => number>([
  ['feGaussianBlur', () => 20],
  ['feDropShadow', () => 20],
  ['feTurbulence', () => 10],
  ['feDiffuseLighting', () => 40],
  ['feSpecularLighting', () => 40],
  ['feMorphology', step => 4 * Math.min(100, Math.max(1, numberIn(step, 'radius')))],
  ['feConvolveMatrix', step => 10 * Math.min(625, Math.max(3, numberIn(step, 'order')) ** 2)],
])
const otherStepMs = () => 5

const numberIn = (element: SvgElement, name: string) => Number.parseFloat(element.attributes[name] ?? '') || 0

/** Deeper ones are not followed. */
export const maxDepth = 1_000

interface StyleWork {
  readonly once: SvgWork
  /** Of markers, which are drawn at each point of a line. */
  readonly eachPoint: SvgWork
}

const nothing: SvgWork = { drawn: 0, effectMs: 0 }
const plus = (a: SvgWork, b: SvgWork, times = 1): SvgWork => ({
  drawn: a.drawn + b.drawn * times,
  effectMs: a.effectMs + b.effectMs * times,
})

/** `imageWork` is the work of an image inside, by its address. Null if its references are nested too deep. */
export function workOf({ root }: SvgTree, imageWork: (address: string) => SvgWork): SvgWork | null {
  const named = new Map<string, SvgElement>()
  const sheets: string[] = []
  const elements = collect(root, named, sheets)
  const sheet = sheets.join('\n')
  const styles = stylesIn(sheet)
  const known = new Map<SvgElement, SvgWork>()
  const knownStyles = new Map<Style, StyleWork>()
  let tooDeep = false

  function drawn(element: SvgElement, depth: number): SvgWork {
    const found = known.get(element)
    if (found !== undefined) return found
    if (depth > maxDepth) tooDeep = true
    if (tooDeep) return nothing
    // What refers to itself is not drawn.
    known.set(element, nothing)
    let sum = plus({ drawn: 1, effectMs: letterMs * element.letters }, content(element, depth))
    for (const style of stylesOf(element, styles)) {
      const { once, eachPoint } = styled(style, depth)
      sum = plus(plus(sum, once), eachPoint, eachPoint.drawn > 0 ? pointsOf(element) : 0)
    }
    sum = plus(sum, linked(element, depth))
    known.set(element, sum)
    return sum
  }

  function styled(style: Style, depth: number): StyleWork {
    const found = knownStyles.get(style)
    if (found !== undefined) return found
    knownStyles.set(style, { once: nothing, eachPoint: nothing })
    let [once, eachPoint] = [nothing, nothing]
    for (const [property, { ids, effectMs }] of style) {
      let sum = { drawn: 0, effectMs }
      for (const id of ids) sum = plus(sum, referred(property, id, depth))
      if (property === 'marker' || property === 'marker-mid') eachPoint = plus(eachPoint, sum)
      else once = plus(once, sum)
    }
    const work = { once, eachPoint }
    knownStyles.set(style, work)
    return work
  }

  function content({ name, children }: SvgElement, depth: number): SvgWork {
    let sum = nothing
    for (const child of children) {
      if (name === 'filter')
        sum = plus(sum, { drawn: 0, effectMs: (stepMs.get(child.name) ?? otherStepMs)(child) })
      if (!definitions.has(child.name)) sum = plus(sum, drawn(child, depth + 1))
    }
    return sum
  }

  function referred(property: string, id: string, depth: number): SvgWork {
    const target = named.get(id)
    if (target === undefined || withoutContent.has(target.name)) return nothing
    const sum = drawn(target, depth + 1)
    if (target.name === 'pattern') return plus(sum, { drawn: 0, effectMs: patternMs * sum.drawn })
    return target.name === 'mask' && property !== 'href' ? plus(sum, { drawn: 0, effectMs: maskMs }) : sum
  }

  function linked({ name, attributes }: SvgElement, depth: number): SvgWork {
    const address = attributes.href ?? attributes['xlink:href']
    if (address === undefined || withoutContent.has(name)) return nothing
    const trimmed = address.trim()
    return trimmed.startsWith('#') ? referred('href', trimmed.slice(1), depth) : imageWork(trimmed)
  }

  const rules = sheet.split('{').length - 1
  const work = plus(drawn(root, 0), { drawn: 0, effectMs: ruleMs * rules * elements })
  return tooDeep ? null : work
}

/** The number of points of a line or path. */
function pointsOf({ attributes }: SvgElement): number {
  const line = attributes.d ?? attributes.points ?? ''
  return Math.max(1, (line.match(/\d+/g)?.length ?? 0) / 2)
}

/**
 * In the order of the document: of elements with the same id, the first is meant. Returns the number of elements.
 */
function collect(element: SvgElement, named: Map<string, SvgElement>, sheets: string[]): number {
  const { id } = element.attributes
  if (id !== undefined && !named.has(id)) named.set(id, element)
  if (element.name === 'style') sheets.push(element.text)
  return element.children.reduce((sum, child) => sum + collect(child, named, sheets), 1)
}
