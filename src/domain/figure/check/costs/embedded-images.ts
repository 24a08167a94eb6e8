/** Weighs the images that stand in a figure: decoded, each pixel takes four bytes of a browser that has all figures to draw. */

import { pixelsOfUri } from '../../../../plotly/embedded-images.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { type FigureView, isHidden } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'
import { headAt, svgImageAt } from './svg-images.ts'

/** Of all images of a figure. */
const warnAbove = 40e6
const refuseAbove = 100e6
/** In bytes of JSON. */
const headBytes = 10_000

/** Drawn elements of an SVG take 2 KB each. */
const maxDrawn = 200_000

/** Milliseconds per drawn element. Measured: 100,000 elements 1.7 s, 130,000 of `use` 2.6 s. */
const elementMs = 0.02

/** Warns of images with many more pixels than an image can show, and refuses those that would take too much memory. */
export function checkEmbeddedImages(figure: FigureView): void {
  const { tree, findings } = figure
  let total = 0
  let largest: { readonly source: Place; readonly pixels: number } | null = null
  for (const source of sourcesOf(figure)) {
    const pixels = svgImageAt(tree, source)?.pixels ?? rasterPixels(tree, source)
    total += pixels
    if (pixels > (largest?.pixels ?? 0)) largest = { source, pixels }
    checkSvg(figure, source)
  }
  if (largest === null || total <= warnAbove) return
  const [most, all] = [millions(largest.pixels), millions(total)]
  const whole = most === all ? '' : `, and all images of the figure ${all}`
  const message = `the image has ${most} pixels${whole}; scale it down to what is shown of it`
  if (total > refuseAbove) findings.error(largest.source, `${message}, at most to ${millions(refuseAbove)}`)
  else findings.warn(largest.source, message)
}

const millions = (pixels: number) => `${Math.round(pixels / 1e6)} million`

function checkSvg({ tree, findings }: FigureView, source: Place): void {
  const image = svgImageAt(tree, source)
  if (image === null) return
  const { drawn, tooDeep, fault } = image
  if (tooDeep) findings.error(source, 'the elements of the SVG are nested too deep to be drawn; flatten them')
  else if (drawn > maxDrawn)
    findings.error(
      source,
      `the SVG draws ${counted(drawn)} elements, as many as refer to others (use, pattern, mask, …); refer to fewer, so that it draws at most ${counted(maxDrawn)}`,
    )
  else if (fault !== null) findings.warn(source, fault)
}

const counted = (number: number) =>
  number < 1e9 ? Math.round(number).toLocaleString('en') : 'more than a billion'

/** What SVG images take to draw. */
export function svgCosts(figure: EstimatedFigure): readonly Cost[] {
  return [...sourcesOf(figure)].flatMap(source => {
    const image = svgImageAt(figure.tree, source)
    if (image === null || image.drawn === 0) return []
    const { drawn, effectMs } = image
    const ms = elementMs * drawn + effectMs
    return [
      costOf(
        source,
        Math.ceil(drawn),
        'elements of an SVG, with its filters, masks, styles and texts,',
        ms / Math.ceil(drawn),
      ),
    ]
  })
}

function* sourcesOf({
  tree,
  layout,
  traces,
}: Pick<FigureView, 'tree' | 'layout' | 'traces'>): Iterable<Place> {
  yield* imagesOf(tree, layout)
  // The named images of a template are drawn, too.
  yield* imagesOf(tree, tree.at(layout, 'template', 'layout'))
  for (const { place, type } of traces) {
    const source = type === 'image' && !isHidden(tree, place) ? tree.member(place, 'source') : none
    if (tree.is(source, kinds.string)) yield source
  }
}

function* imagesOf(tree: FigureTree, layout: Place): Iterable<Place> {
  const images = layout === none ? none : tree.member(layout, 'images')
  if (!tree.is(images, kinds.array)) return
  for (let image = tree.first(images); image !== none; image = tree.next(image)) {
    const source = tree.member(image, 'source')
    if (tree.is(source, kinds.string) && !tree.is(tree.member(image, 'visible'), kinds.false)) yield source
  }
}

function rasterPixels(tree: FigureTree, place: Place): number {
  const head = headAt(tree, place, headBytes)
  const pixels = pixelsOfUri(head)
  if (pixels !== null || head.length < headBytes / 2) return pixels ?? 0
  return pixelsOfUri(tree.string(place) as string) ?? 0
}
