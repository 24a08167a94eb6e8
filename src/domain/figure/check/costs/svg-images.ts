/** What SVG images in a figure cost, and why browsers would not draw them. */

import { pixelsOfUri } from '../../../../plotly/embedded-images.ts'
import type { FigureTree, Place } from '../../tree/figure-tree.ts'
import { imageFault, svgTextOf } from '../data/image-uris.ts'
import { parseSvg, SvgFault, type SvgTree } from '../data/svg-tree.ts'
import { maxDepth, type SvgWork, workOf } from './svg-work.ts'

export interface SvgImage extends SvgWork {
  /** Of all raster images inside. */
  readonly pixels: number
  /** Why it is not drawn, or not as it was meant. */
  readonly fault: string | null
  readonly tooDeep: boolean
}

const unread = { drawn: 0, effectMs: 0, pixels: 0, fault: null, tooDeep: false }

/** SVG images inside one another. */
const maxNested = 8
/** In characters. Longer addresses with data are taken out of the text before it is parsed. */
const longData = 500

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

const isSvg = (tree: FigureTree, place: Place): boolean => {
  const start = tree.start(place) + 1
  const head = tree.bytes.toString('latin1', start, Math.min(tree.end(place) - 1, start + 100))
  return /^\s*data:image\\?\/svg/i.test(head)
}

function svgImage(uri: string, nested: number): SvgImage | null {
  const text = imageFault(uri) === null ? svgTextOf(uri) : null
  if (text === null) return null
  if (nested > maxNested) return { ...unread, tooDeep: true }
  const [short, uris] = withoutData(text)
  let pixels = uris.reduce((sum, each) => sum + (pixelsOfUri(each) ?? 0), 0)
  let tree: SvgTree
  try {
    tree = parseSvg(short)
  } catch (error) {
    if (!(error instanceof SvgFault)) throw error
    return {
      ...unread,
      pixels,
      fault: `is not drawn, because ${error.message}; send it as an SVG editor saves it`,
    }
  }
  let tooDeep = tree.depth > maxDepth
  const inside = new Map<string, SvgImage | null>()
  const imageWork = (address: string): SvgWork => {
    let image = inside.get(address)
    if (image === undefined) {
      image = svgImage(uris[Number(/^data:,(\d+)$/.exec(address)?.[1])] ?? address, nested + 1)
      inside.set(address, image)
      pixels += image?.pixels ?? 0
      tooDeep ||= image?.tooDeep ?? false
    }
    return image ?? unread
  }
  const work = tooDeep ? null : workOf(tree, imageWork)
  return {
    ...(work ?? unread),
    pixels,
    fault: tree.hasForeign ? foreign : null,
    tooDeep: tooDeep || work === null,
  }
}

const foreign = 'is not drawn, because it has a foreignObject; draw its text with <text> instead'

/** The text with short numbers in place of long data, which is slow to parse, and that data. */
function withoutData(text: string): readonly [string, readonly string[]] {
  const uris: string[] = []
  const parts: string[] = []
  let done = 0
  for (let at = text.indexOf('data:'); at !== -1; at = text.indexOf('data:', at + 1)) {
    end.lastIndex = at
    const stop = end.exec(text)?.index ?? text.length
    if (stop - at < longData && !text.startsWith('data:image', at)) continue
    parts.push(text.slice(done, at), `data:,${uris.length}`)
    uris.push(text.slice(at, stop))
    done = at = stop
  }
  return [parts.join('') + text.slice(done), uris]
}

const end = /["'<>()]/g
