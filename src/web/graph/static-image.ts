/** The static image of a page: asked for in the size and theme in which the interactive figure will stand. */

import type { FigureFacts } from '../../domain/figure/facts.ts'
import type { Addresses } from '../../domain/graph/addresses.ts'
import type { ImageFormat, ImageLook, Theme } from '../../domain/graph/graph.ts'
import { largeScreen, screenSizes } from '../../plotly/figure-sizes.ts'
import { type Html, html } from '../layout/html.ts'

export interface ImageParts {
  /** Under which its files are asked for. */
  readonly name: string
  readonly facts: Pick<FigureFacts, 'traits' | 'bytes'>
  readonly addresses: Addresses
  readonly theme: Theme | null
  readonly embed: boolean
  readonly alt: string
}

/** In bytes of a figure. Above this, the lines of an svg weigh more than dots. */
const svgLimit = 200_000

/** How the image is asked for: small and at once, where lines would take longer than their sharpness is worth. */
function encodingOf(large: boolean, phone: boolean): { format: ImageFormat; scale?: number } {
  // Letters travel with an svg: on a slow line it takes twice as long as its dots.
  return large || phone ? { format: 'webp', scale: 1.5 } : { format: 'svg' }
}

const darkScreen = '(prefers-color-scheme: dark)'

export function imageOf({ name, facts, addresses, theme, embed, alt }: ImageParts): Html {
  const { traits } = facts
  const large = facts.bytes > svgLimit
  const address = (size: Partial<ImageLook>, dark: boolean, phone = false) => {
    const { format, ...scale } = encodingOf(large, phone)
    return addresses.image(name, format, { ...size, ...scale, ...(dark && { theme: 'dark' }) })
  }
  // What the layout settles is not asked for again: equal images then have equal addresses.
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
    return html`<source media="${queries}" srcset="${address(sized(size ?? largeScreen), dark, size?.fluid)}">
`
  })
  return html`<picture>
${sources}<img src="${address(sized(largeScreen), always)}" alt="${alt}" fetchpriority="high" decoding="async">
</picture>`
}
