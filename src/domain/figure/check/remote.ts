/** Warns of images and data on other servers, which interactive pages may load but images are rendered without. */

import { kinds, none, type Place } from '../tree/figure-tree.ts'
import { headOf } from '../tree/head.ts'
import { imageFault, imageTraceFault } from './data/image-uris.ts'
import type { Findings } from './findings.ts'
import type { FigureView, TraceView } from './views.ts'

const isLocal = (address: string) => address === '' || /^\s*data:/i.test(address)
const isAddress = (text: string) => /^\s*(?:\w+:)?\/|\.\w+\s*$/.test(text)
const left = 'is on another server, so the image is drawn without it; send it as a data: URI'
const unnamed =
  'is not an address on the web, so no image is drawn; send a data: URI, such as data:image/png;base64,…'
const isOnWeb = (address: string) => /^\s*(?:https?:)?\/\//i.test(address)

/** Checks the images of the layout. */
export function checkRemoteImages({ tree, findings, layout }: FigureView): void {
  const images = tree.member(layout, 'images')
  if (!tree.is(images, kinds.array)) return
  for (let image = tree.first(images); image !== none; image = tree.next(image)) {
    const source = tree.member(image, 'source')
    const address = tree.string(source)
    if (source !== none && (address === null || !(isLocal(address) || isAddress(address))))
      findings.warn(source, 'is not the address of an image, so no image is drawn; send a data: URI')
    else if (address !== null && !isLocal(address)) findings.warn(source, isOnWeb(address) ? left : unnamed)
    else if (address && !findings.enough && !tree.is(tree.member(image, 'visible'), kinds.false))
      warnOfFault(findings, source, imageFault(address))
  }
}

function warnOfFault(findings: Findings, source: Place, fault: string | null): void {
  if (fault !== null) findings.warn(source, fault)
}

/** Checks the sources of map layers. */
export function checkRemoteLayers({ tree, findings, layout }: FigureView): void {
  for (let map = layout === none ? none : tree.first(layout); map !== none; map = tree.next(map)) {
    const layers = /^map\d*$/.test(tree.key(map)) ? tree.member(map, 'layers') : none
    if (!tree.is(layers, kinds.array)) continue
    for (let layer = tree.first(layers); layer !== none; layer = tree.next(layer)) {
      const source = tree.member(layer, 'source')
      if (findings.enough || tree.is(tree.member(layer, 'visible'), kinds.false)) continue
      const sources = tree.is(source, kinds.array) ? headOf(tree, source) : [tree.string(source)]
      if (sources.some(each => typeof each === 'string' && !isLocal(each)))
        findings.warn(source, 'is on another server, so the image is drawn without this layer')
    }
  }
}

/** Checks the GeoJSON of map traces and the source of image traces. */
export function checkRemoteData({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const geojson = tree.member(place, 'geojson')
  if (tree.is(geojson, kinds.string))
    findings.warn(
      geojson,
      'is on another server, so the image is drawn without this trace; send the GeoJSON itself',
    )
  const source = type === 'image' ? tree.member(place, 'source') : none
  const address = source === none ? null : tree.string(source)
  if (address !== null && !isLocal(address)) findings.warn(source, isOnWeb(address) ? left : unnamed)
  else if (address && !findings.enough) warnOfFault(findings, source, imageTraceFault(address))
}
