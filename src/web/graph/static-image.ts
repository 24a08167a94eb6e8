/** The static picture of a page: asked for in the size and theme in which the interactive figure will stand. */

import type { Addresses } from '../../domain/graph/addresses.ts'
import type { Graph, ImageLook, Theme } from '../../domain/graph/graph.ts'
import { largeScreen, screenSizes } from '../../plotly/figure-sizes.ts'
import type { Traits } from '../../plotly/figure-traits.ts'
import { type Html, html } from '../layout/html.ts'

export interface ImageParts {
  readonly graph: Graph
  readonly traits: Traits
  readonly addresses: Addresses
  readonly theme: Theme | null
  readonly embed: boolean
  readonly alt: string
}

/** Above this, the lines of an svg weigh more than the dots of a png. */
const svgLimit = 200_000

const darkScreen = '(prefers-color-scheme: dark)'

export function imageOf({ graph, traits, addresses, theme, embed, alt }: ImageParts): Html {
  const large = graph.figure.data.length > svgLimit
  const address = (size: Partial<ImageLook>, dark: boolean) =>
    addresses.image(graph.graphId, large ? 'png' : 'svg', {
      ...size,
      ...(large && { scale: 2 }),
      ...(dark && { theme: 'dark' }),
    })
  // What the layout settles is not asked for again: equal pictures then have equal addresses.
  const sized = ({ width, height }: { width: number; height: number }): Partial<ImageLook> =>
    embed
      ? {}
      : {
          ...(traits.width === null && { width }),
          ...(traits.height === null && { height }),
        }
  const fixed = embed || (traits.width !== null && traits.height !== null)
  const sizes = fixed ? [] : screenSizes
  const follows = traits.themeable && theme === null
  const always = traits.themeable && theme === 'dark'

  const sources = [
    ...(follows ? [...sizes.map(size => ({ size, dark: true })), { size: null, dark: true }] : []),
    ...sizes.map(size => ({ size, dark: always })),
  ].map(({ size, dark }) => {
    const queries = [size?.media, follows && dark && darkScreen].filter(Boolean).join(' and ')
    return html`<source media="${queries}" srcset="${address(sized(size ?? largeScreen), dark)}">
`
  })
  return html`<picture>
${sources}<img src="${address(sized(largeScreen), always)}" alt="${alt}" fetchpriority="high" decoding="async">
</picture>`
}
