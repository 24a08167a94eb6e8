/** The static image of a page, in the size and theme of the interactive figure. */

import { asBuffer } from '../../bytes.ts'
import type { Addresses } from '../../domain/addresses.ts'
import type { FigureFacts } from '../../domain/figure/facts.ts'
import type { ImageFormat } from '../../domain/image/formats.ts'
import { defaultLook, type ImageLook, type ImageSpec, type Theme } from '../../domain/image/look.ts'
import { grown, largeScreen, phoneScreen, type ScreenSize, screenSizes } from '../../plotly/figure-sizes.ts'
import type { Traits } from '../../plotly/figure-traits.ts'
import { type Html, html } from '../layout/html.ts'
import { englishPage, type PageLanguage } from './languages/page-language.ts'

export interface ImageParts {
  /** The name in file addresses. */
  readonly name: string
  readonly facts: Pick<FigureFacts, 'traits' | 'bytes'>
  readonly addresses: Addresses
  readonly theme: Theme | null
  readonly figureTheme: Theme | null
  readonly locale: string | null
  readonly embed: boolean
  readonly alt: string
  /** The inline image for phones, if there is one. */
  readonly phone: Uint8Array | null
  /** The language of the page around it. */
  readonly language: PageLanguage
}

/** In bytes of the figure. For larger figures, the svg is larger than a pixel image. */
const svgLimit = 200_000

/** The format of the image: a small WebP where an svg would take too long to load. */
function encodingOf(large: boolean, phone: boolean): { format: ImageFormat; scale?: number } {
  // Images with many points are large even in small sizes.
  if (large && phone) return { format: 'webp' }
  // An svg embeds its fonts, so on a slow network it takes twice as long as a WebP.
  return large || phone ? { format: 'webp', scale: 1.5 } : { format: 'svg' }
}

/** The image spec for phones; null if the figure has a fixed size. */
export function phoneImage({
  facts: { traits, bytes },
  theme,
  figureTheme,
  locale,
}: Pick<ImageParts, 'facts' | 'theme' | 'figureTheme' | 'locale'>): ImageSpec | null {
  if (traits.width !== null && traits.height !== null) return null
  return {
    ...defaultLook,
    ...encodingOf(bytes > svgLimit, true),
    ...openSize(traits, phoneScreen),
    theme: themeOf(traits, theme, figureTheme),
    locale,
  }
}

/** Omits sizes that the layout sets, so that equal images have equal addresses. */
function openSize(traits: Traits, size: Omit<ScreenSize, 'media'>): Partial<ImageLook> {
  const { width, height } = grown(size, traits)
  return { ...(traits.width === null && { width }), ...(traits.height === null && { height }) }
}

/** The theme of an image that is the same for all readers. */
const themeOf = (traits: Traits, theme: Theme | null, figureTheme: Theme | null): Theme | null =>
  figureTheme ?? (traits.themeable && theme === 'dark' ? 'dark' : null)

const darkScreen = '(prefers-color-scheme: dark)'

const inline = (image: Uint8Array): string => `data:image/webp;base64,${asBuffer(image).toString('base64')}`

/** The image element: WebP for large figures and phones, otherwise svg. */
export function imageOf(parts: ImageParts): Html {
  const { name, facts, addresses, theme, figureTheme, locale, embed, alt, phone, language } = parts
  const { traits } = facts
  const { noImage, reload } = language.words
  const large = facts.bytes > svgLimit
  const address = (size: Partial<ImageLook>, look: Theme | null, onPhone = false) => {
    const { format, ...scale } = encodingOf(large, onPhone)
    return addresses.image(name, format, { ...size, ...scale, ...(look && { theme: look }), locale })
  }
  const sized = (size: Omit<ScreenSize, 'media'>) => (embed ? {} : openSize(traits, size))
  const fixed = embed || (traits.width !== null && traits.height !== null)
  const sizes = fixed ? [] : screenSizes
  const follows = traits.themeable && theme === null
  const always = themeOf(traits, theme, figureTheme)

  const sources = [
    ...(follows ? [...sizes, null].map(size => ({ size, look: 'dark' as const, media: darkScreen })) : []),
    ...sizes.map(size => ({ size, look: always, media: null })),
  ].map(({ size, look, media }) => {
    const queries = [size?.media, media].filter(Boolean).join(' and ')
    const isHere = phone !== null && size === phoneScreen && look === always
    const source = isHere ? inline(phone) : address(sized(size ?? largeScreen), look, size?.fluid)
    return html`<source media="${queries}" srcset="${source}">
`
  })
  return html`<picture>
${sources}<img src="${address(sized(largeScreen), always)}" alt="${alt}" fetchpriority="high" decoding="async"${language !== englishPage && html` lang="en"`} data-none="${noImage}" data-reload="${noImage}. ${reload}">
</picture>`
}
