/** Weighs the images that stand in a figure: decoded, each pixel takes four bytes of a browser that has all figures to draw. */

import { pixelsOfUri } from '../../../../plotly/embedded-images.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { type FigureView, isHidden } from '../views.ts'

/** Of all images of a figure. */
const warnAbove = 40e6
const refuseAbove = 100e6
/** In bytes of JSON. */
const headBytes = 10_000

/** Warns of images with many more pixels than an image can show, and refuses those that would take too much memory. */
export function checkEmbeddedImages({ tree, findings, layout, traces }: FigureView): void {
  let total = 0
  let largest: { readonly source: Place; readonly pixels: number } | null = null
  for (const source of sourcesOf(tree, layout, traces)) {
    const pixels = pixelsOfUri(headAt(tree, source)) ?? 0
    total += pixels
    if (pixels > (largest?.pixels ?? 0)) largest = { source, pixels }
  }
  if (largest === null || total <= warnAbove) return
  const [most, all] = [millions(largest.pixels), millions(total)]
  const whole = most === all ? '' : `, and all images of the figure ${all}`
  const message = `the image has ${most} pixels${whole}; scale it down to what is shown of it`
  if (total > refuseAbove) findings.error(largest.source, `${message}, at most to ${millions(refuseAbove)}`)
  else findings.warn(largest.source, message)
}

const millions = (pixels: number) => `${Math.round(pixels / 1e6)} million`

function* sourcesOf(tree: FigureTree, layout: Place, traces: FigureView['traces']): Iterable<Place> {
  const images = tree.member(layout, 'images')
  if (tree.is(images, kinds.array)) {
    for (let image = tree.first(images); image !== none; image = tree.next(image)) {
      const source = tree.member(image, 'source')
      if (tree.is(source, kinds.string) && !tree.is(tree.member(image, 'visible'), kinds.false)) yield source
    }
  }
  for (const { place, type } of traces) {
    const source = type === 'image' && !isHidden(tree, place) ? tree.member(place, 'source') : none
    if (tree.is(source, kinds.string)) yield source
  }
}

/** The beginning of a text, without reading all of it. */
function headAt(tree: FigureTree, place: Place): string {
  const start = tree.start(place) + 1
  return tree.bytes
    .toString('latin1', start, Math.min(tree.end(place) - 1, start + headBytes))
    .replaceAll('\\/', '/')
}
