/** What the map library says of a style that comes with a figure. */

import { createRequire } from 'node:module'

interface StyleSpec {
  validateStyleMin(style: object): readonly { readonly message: string }[]
}

let spec: StyleSpec | null = null

/** A fault of a style: where, as `layers[0].paint`, and what. */
export interface StyleFault {
  readonly place: string
  readonly message: string
}

/** By MapLibre's own style specification, loaded with the first style. */
export function styleFaults(style: object): readonly StyleFault[] {
  spec ??= createRequire(import.meta.url)('@maplibre/maplibre-gl-style-spec') as StyleSpec
  return spec.validateStyleMin(style).map(({ message }) => {
    const [, place = '', rest = message] = /^([\w.[\]-]+): (.*)$/s.exec(message) ?? []
    return { place, message: rest }
  })
}
