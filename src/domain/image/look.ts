/** The look of an image, and the key under which it is stored. */

import type { ImageFormat } from './formats.ts'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The parameters of an image. Null means the figure's own value. */
export interface ImageLook {
  /** In CSS pixels; default: the layout's, else 700. */
  readonly width: number | null
  /** In CSS pixels; default: the layout's, else 500. */
  readonly height: number | null
  /** Device pixels per CSS pixel. */
  readonly scale: number
  readonly theme: Theme | null
  /** A CSS colour. */
  readonly background: string | null
  /** Language tag for the format of numbers and dates, such as `de-CH`; default: English. */
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

/** Of the image in an html page, which scales it itself: the page has its theme alone. */
export const lookInPage = ({ theme }: ImageLook): ImageLook => ({ ...defaultLook, theme })

/** Upper limit of the device pixels of an image. */
export const maxImagePixels = 40_000_000

/** width × height × scale², rounded, because 1.6² is slightly more than 2.56 in binary. */
export const devicePixels = (width: number, height: number, scale: number): number =>
  Math.round(width * height * scale ** 2)

/** The key under which an image of a graph is stored. Equal specs have equal keys. */
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

/** Identifies a look regardless of the format. */
export const lookName = (look: ImageLook): string => variantOf({ ...look, format: 'png' })

const defaultName = lookName(defaultLook)

/** Whether this is the look of the graph's own images, whose outcome is the graph's rendering state. */
export const isDefaultLook = (look: ImageLook): boolean =>
  look === defaultLook || lookName(look) === defaultName
