/** Removes from a figure what has to be fetched from other servers: images, GeoJSON, map styles and tiles. */

import { childOf, isNamed, type JsonObject, namedIn, objectsIn } from '../json.ts'
import { localStyle } from './map-style.ts'
import type { FigureParts } from './parts.ts'

/** Called with each address that is left out. */
export type Omit = (address: string) => void

export function omitRemote(figure: FigureParts, omit: Omit): void {
  const templateLayout = childOf(childOf(figure.layout, 'template'), 'layout')
  for (const holder of [figure.layout, templateLayout]) omitImages(holder, omit)
  omitMapParts(figure, templateLayout, omit)
  for (const trace of figure.data) omitOfTrace(trace, omit)
}

/** Anything but a data URI would be fetched. */
const isLocal = (address: string) => /^\s*data:/i.test(address)

function omitImages(layout: JsonObject | null, omit: Omit): void {
  for (const image of objectsIn(layout?.images)) {
    const { source } = image
    if (typeof source !== 'string' || source === '' || isLocal(source)) continue
    omit(source)
    image.source = ''
    image.visible = false
  }
}

const mapTraces: ReadonlySet<unknown> = new Set(['scattermap', 'choroplethmap', 'densitymap'])

function omitMapParts({ data, layout }: FigureParts, templateLayout: JsonObject | null, omit: Omit): void {
  // A template's first map applies to all maps for which it has none of their name.
  const templateStyle = (name: string) =>
    (childOf(templateLayout, name) ?? childOf(templateLayout, 'map'))?.style
  for (const [name, map] of namedIn(layout, 'map')) {
    map.style = localStyle(map.style ?? templateStyle(name), omit)
    for (const layer of objectsIn(map.layers)) omitSource(layer, omit)
  }
  for (const name of new Set(data.filter(({ type }) => mapTraces.has(type)).map(mapOf))) {
    if (!childOf(layout, name)) layout[name] = { style: localStyle(templateStyle(name), omit) }
  }
}

/** The name of the map on which a trace is drawn. */
const mapOf = ({ subplot }: JsonObject): string => (isNamed(subplot, 'map') ? subplot : 'map')

function omitSource(layer: JsonObject, omit: Omit): void {
  const remote = [layer.source].flat().filter(value => typeof value === 'string' && !isLocal(value))
  if (remote.length === 0) return
  for (const value of remote) omit(String(value))
  layer.visible = false
  delete layer.source
}

function omitOfTrace(trace: JsonObject, omit: Omit): void {
  const { type, geojson, source } = trace
  const remote = [geojson, type === 'image' ? source : null].filter(value => typeof value === 'string')
  for (const address of remote) {
    if (address !== geojson && isLocal(address)) continue
    omit(address)
    trace.visible = false
  }
}
