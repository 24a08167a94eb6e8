/** How an image shall look, and the key under which an image of that look is stored. */

import type { ImageFormat } from './formats.ts'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** How an image shall look; null leaves it to the figure. */
export interface ImageLook {
  /** In CSS pixels; else the layout's, else 700. */
  readonly width: number | null
  /** In CSS pixels; else the layout's, else 500. */
  readonly height: number | null
  /** Device pixels per CSS pixel. */
  readonly scale: number
  readonly theme: Theme | null
  /** A CSS colour. */
  readonly background: string | null
  /** How numbers and dates are written, as a language tag: `de-CH`; else as in English. */
  readonly locale: string | null
}

export interface ImageSpec extends ImageLook {
  readonly format: ImageFormat
}

export const defaultLook: ImageLook = {
  width: null,
  height: null,
  scale: 1,
  theme: null,
  background: null,
  locale: null,
}

export const defaultSize = { width: 700, height: 500 } as const

/** The largest image: width × height × scale² in device pixels. */
export const maxImagePixels = 40_000_000

/** The name under which an image of a graph is stored: equal specs, equal names. */
export const variantOf = (spec: ImageSpec): string =>
  [
    spec.format,
    spec.width ?? '',
    spec.height ?? '',
    spec.scale,
    spec.theme ?? '',
    spec.background ?? '',
    ...(spec.locale === null ? [] : [spec.locale]),
  ].join('|')

/** Names a look whatever the format. */
export const lookName = (look: ImageLook): string => variantOf({ ...look, format: 'png' })

const defaultName = lookName(defaultLook)

/** Whether images of that look are the graph's own, which speak for it. */
export const isDefaultLook = (look: ImageLook): boolean =>
  look === defaultLook || lookName(look) === defaultName
