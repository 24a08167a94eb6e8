/** Removes the parts of a map style that would have to be fetched. */

import { childOf, isObject, type JsonObject, objectsIn } from '../json.ts'

/** The charting library's default for maps without a style: tiles, fonts and icons of another server. */
const libraryStyle = 'basic'

/** Named styles that need nothing from other servers. */
const localStyles: ReadonlySet<string> = new Set(['white-bg'])

/** `given` is a style's name, address or object. `omit` is called with each address that is left out. */
export function localStyle(given: unknown, omit: (address: string) => void): unknown {
  const style = typeof given === 'string' || isObject(given) ? given : libraryStyle
  if (typeof style === 'string') {
    if (!localStyles.has(style)) omit(style)
    return emptyStyle(style)
  }
  const sources: JsonObject = {}
  const gone = new Set<string>()
  for (const [name, source] of Object.entries(childOf(style, 'sources') ?? {})) {
    const remote = remoteParts(source)
    if (remote.length === 0) sources[name] = bounded(source)
    else gone.add(name)
    for (const address of remote) omit(address)
  }
  for (const key of ['sprite', 'glyphs', 'imports']) {
    // One address, or a list of named addresses.
    for (const part of [style[key]].flat()) {
      const address = isObject(part) ? part.url : part
      if (typeof address === 'string') omit(address)
    }
  }
  // The map library never finishes if the elevation data does not fit.
  if (style.terrain) omit('terrain')
  const layers = objectsIn(style.layers)
    .filter(layer => !gone.has(String(layer.source)))
    .map(withoutFading)
  const { sprite: _sprite, glyphs: _glyphs, imports: _imports, terrain: _terrain, ...rest } = style
  return { ...rest, sources, layers }
}

/** The background colour of a named style, without its tiles. */
export function emptyStyle(name: string): JsonObject {
  const ground = name === 'white-bg' ? '#ffffff' : /dark/.test(name) ? '#16181d' : '#f2f3f0'
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'background', type: 'background', paint: { 'background-color': ground } }],
  }
}

/**
 * Tiles fade in for as long as their layer says, and the map is drawn again and again meanwhile. An image shows the end
 * of it.
 */
const withoutFading = (layer: JsonObject): JsonObject =>
  layer.type === 'raster'
    ? { ...layer, paint: { ...childOf(layer, 'paint'), 'raster-fade-duration': 0 } }
    : layer

const deepestZoom = 24
const smallestTile = 64

/** Limits numbers up to which the map library counts, or by which it divides a map, to the values that maps have. */
function bounded(source: unknown): unknown {
  if (!isObject(source)) return source
  const { clusterMaxZoom, tileSize } = source
  return {
    ...source,
    ...(typeof clusterMaxZoom === 'number' && { clusterMaxZoom: Math.min(clusterMaxZoom, deepestZoom) }),
    ...(typeof tileSize === 'number' && { tileSize: Math.max(tileSize, smallestTile) }),
  }
}

function remoteParts(source: unknown): string[] {
  if (!isObject(source)) return []
  const lists = [source.tiles, source.urls].flatMap(list => (Array.isArray(list) ? list : []))
  // Nothing is played in an image.
  if (source.type === 'video') return [typeof lists[0] === 'string' ? lists[0].slice(0, 80) : 'video']
  return [source.url, source.data, ...lists].filter(
    value => typeof value === 'string' && !/^\s*(?:data|blob):/i.test(value),
  ) as string[]
}
