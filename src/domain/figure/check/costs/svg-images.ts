/** What SVG images in a figure cost, and why browsers would not draw them. */

import { pixelsOfUri } from '../../../../plotly/embedded-images.ts'
import type { FigureTree, Place } from '../../tree/figure-tree.ts'
import { dataTypeOf, sheetTextOf, svgTextOf } from '../data/image-uris.ts'
import { parseSvg, SvgFault, type SvgTree } from '../data/svg-tree.ts'
import { addressesInSheet, addressesInSvg, withoutData } from './svg-addresses.ts'
import { maxDepth, type SvgWork, workOf } from './svg-work.ts'

export interface SvgImage extends SvgWork {
  /** Of all raster images inside. */
  readonly pixels: number
  /** Why it is not drawn, or not as it was meant. */
  readonly fault: string | null
  readonly tooDeep: boolean
}

const unread: SvgImage = { drawn: 0, effectMs: 0, pixels: 0, fault: null, tooDeep: false }

/** SVG images and style sheets inside one another. */
const maxNested = 8

/** Images are needed by several checks, so each is parsed once. */
const known = new WeakMap<FigureTree, Map<Place, SvgImage | null>>()

/** The SVG image whose address is at a place; null for other images. */
export function svgImageAt(tree: FigureTree, place: Place): SvgImage | null {
  const images = known.get(tree) ?? new Map<Place, SvgImage | null>()
  known.set(tree, images)
  let image = images.get(place)
  if (image === undefined) {
    image = isSvg(tree, place) ? svgImage(tree.string(place) as string, 0) : null
    images.set(place, image)
  }
  return image
}

const isSvg = (tree: FigureTree, place: Place): boolean =>
  /^\s*data:image\/svg/i.test(headAt(tree, place, 100))

/** The first bytes of a text, without reading all of it unless some are escaped. */
export function headAt(tree: FigureTree, place: Place, bytes: number): string {
  const start = tree.start(place) + 1
  const head = tree.bytes
    .toString('latin1', start, Math.min(tree.end(place) - 1, start + bytes))
    .replaceAll('\\/', '/')
  return head.includes('\\') ? (tree.string(place) as string) : head
}

function svgImage(uri: string, nested: number): SvgImage {
  if (nested > maxNested) return { ...unread, tooDeep: true }
  const [short, uris] = withoutData(svgTextOf(uri) ?? '')
  const inside = imagesInside(uris, nested)
  let tree: SvgTree
  try {
    tree = parseSvg(short)
  } catch (error) {
    if (!(error instanceof SvgFault)) throw error
    return {
      ...unread,
      ...inside.of(uris),
      fault: `is not drawn, because ${error.message}; send it as an SVG editor saves it`,
    }
  }
  const { linked, styled } = addressesInSvg(tree)
  const { pixels, tooDeep } = inside.of([...uris, ...linked, ...styled])
  const work = tooDeep || tree.depth > maxDepth ? null : workOf(tree, inside.image)
  const ofStyles = styled.map(inside.image)
  return {
    drawn: ofStyles.reduce((sum, { drawn }) => sum + drawn, work?.drawn ?? 0),
    effectMs: ofStyles.reduce((sum, { effectMs }) => sum + effectMs, work?.effectMs ?? 0),
    pixels,
    fault: tree.hasForeign ? foreign : null,
    tooDeep: work === null,
  }
}

const foreign = 'is not drawn, because it has a foreignObject; draw its text with <text> instead'

/** The images at addresses inside an SVG. `data:,3` stands for the third of `uris`. */
function imagesInside(uris: readonly string[], nested: number) {
  const images = new Map<string, SvgImage>()

  function image(address: string): SvgImage {
    const uri = uris[Number(/^data:,(\d+)$/.exec(address)?.[1])] ?? address
    const found = images.get(uri) ?? read(uri)
    images.set(uri, found)
    return found
  }

  function read(uri: string): SvgImage {
    const type = dataTypeOf(uri)
    if (type === 'image/svg+xml') return svgImage(uri, nested + 1)
    if (type === 'text/css') return sheetImage(uri, nested + 1)
    return type === null ? unread : { ...unread, pixels: pixelsOfUri(uri) ?? 0 }
  }

  return {
    image,
    /** The pixels of all of them, each counted once. */
    of(addresses: readonly string[]): Pick<SvgImage, 'pixels' | 'tooDeep'> {
      const all = [...new Set(addresses.map(image))]
      return {
        pixels: all.reduce((sum, each) => sum + each.pixels, 0),
        tooDeep: all.some(each => each.tooDeep),
      }
    },
  }
}

/** A style sheet in a `data:` URI may import others, and contains images. */
function sheetImage(uri: string, nested: number): SvgImage {
  if (nested > maxNested) return { ...unread, tooDeep: true }
  const addresses = addressesInSheet(sheetTextOf(uri) ?? '')
  return { ...unread, ...imagesInside([], nested).of(addresses) }
}
