/** `?width=&height=&scale=&theme=&background=&locale=` on the images of a graph (contract, "Files under {plot_url}"). */

import { readAll } from '../../errors/collect-faults.ts'
import { invalidParameter, payloadTooLarge } from '../../errors/errors.ts'
import { defaultSize } from '../../plotly/default-size.ts'
import { choiceOf, refuseMisspelt, single } from '../query.ts'
import { isBackground } from './background.ts'
import { type FileFormat, fileFormats, formatNamed } from './formats.ts'
import { defaultLook, devicePixels, type ImageLook, maxImagePixels, type Theme, themes } from './look.ts'

/** The allowed values of a parameter. */
type Values =
  | { readonly kind: 'number'; readonly whole: boolean; readonly min: number; readonly max: number }
  | { readonly kind: 'theme' | 'colour' | 'language' }

export type ImageParameter = Values & {
  /** Stands for the value in help texts: `--width <pixels>`. */
  readonly placeholder: string
  /** A short description with the default, for help texts and GraphQL. */
  readonly summary: string
  readonly otherwise: string
  /** The description in the OpenAPI document. */
  readonly description: string
  readonly example?: string
}

const side = (usual: number) =>
  ({
    kind: 'number',
    whole: true,
    min: 10,
    max: 20_000,
    placeholder: 'pixels',
    summary: 'In CSS pixels',
    otherwise: `the layout's, else ${usual}`,
    description: `In CSS pixels. Default: the value in the layout, or ${usual}.`,
  }) as const

/** The registry of image parameters. Parser, command line, OpenAPI document and GraphQL derive from its rows. */
export const imageParameters = {
  width: side(defaultSize.width),
  height: side(defaultSize.height),
  scale: {
    kind: 'number',
    whole: false,
    min: 0.1,
    max: 10,
    placeholder: 'factor',
    summary: 'Device pixels per CSS pixel',
    otherwise: String(defaultLook.scale),
    description: 'Device pixels per CSS pixel. Default: 1.',
  },
  theme: {
    kind: 'theme',
    placeholder: themes.join('|'),
    summary: 'The colours around the data',
    otherwise: "the figure's own",
    description: 'The default style in this theme. Default: the colours of the figure.',
  },
  background: {
    kind: 'colour',
    placeholder: 'colour',
    summary: 'A CSS colour behind the chart, or transparent',
    otherwise: "the figure's own",
    description:
      'The background, a CSS colour: a name, #rgb or longer, rgb() or hsl(). Default: that of the figure.',
    example: 'transparent',
  },
  locale: {
    kind: 'language',
    placeholder: 'language',
    summary: 'The language of numbers and dates, as a language tag',
    otherwise: 'English',
    description: 'The language in which numbers and dates are written, as a language tag. Default: English.',
    example: 'de-CH',
  },
} as const satisfies Record<keyof ImageLook, ImageParameter>

const names = Object.keys(imageParameters)
/** Beside these, `stale` on the address of an image asks for the one that is there, `download` for a file. */
const known = [...names, 'stale', 'download']

/**
 * Parses the image parameters of a query. Throws `invalid_parameter`, which names all wrong parameters at once, or
 * `payload_too_large`.
 */
export function readLook(query: URLSearchParams): ImageLook {
  const [, width, height, scale, theme, background, locale] = readAll(
    () => refuseMisspelt(query.keys(), known),
    () => readNumber(query, 'width'),
    () => readNumber(query, 'height'),
    () => readNumber(query, 'scale'),
    () => readTheme(query),
    () => readBackground(query),
    () => readLocale(query),
  )
  const look: ImageLook = { width, height, scale: scale ?? defaultLook.scale, theme, background, locale }
  // Sizes that are too large by the query alone are refused early; the layout's own size is checked later.
  const [wide, high] = [width ?? imageParameters.width.min, height ?? imageParameters.height.min]
  if (devicePixels(wide, high, look.scale) > maxImagePixels) {
    throw payloadTooLarge(
      `the image would have more than ${maxImagePixels / 1e6} million pixels; make width, height or scale smaller`,
    )
  }
  return look
}

/** Like `readLook`, for callers that have values instead of a query. */
export function lookOf(values: Readonly<Partial<Record<keyof ImageLook, unknown>>>): ImageLook {
  const query = new URLSearchParams()
  for (const name of names as readonly (keyof ImageLook)[]) {
    const value = values[name]
    if (value !== undefined) query.set(name, String(value))
  }
  return readLook(query)
}

/** Null if absent. Throws `invalid_parameter`. */
export const readTheme = (query: URLSearchParams): Theme | null => choiceOf(query, 'theme', themes)

/** Pages also take `auto`, the theme of the reader's system. */
export const readPageTheme = (query: URLSearchParams): Theme | 'auto' | null =>
  choiceOf(query, 'theme', [...themes, 'auto'])

/** Keeps the language and region of a tag (RFC 5646); its other parts do not change an image. */
export function readLocale(query: URLSearchParams): string | null {
  const tag = single(query, 'locale')
  if (tag === null) return null
  try {
    const { language, script, region } = new Intl.Locale(tag.slice(0, 40))
    const locale = [language, script, region].filter(part => part !== undefined).join('-')
    if (Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0) return locale
  } catch {
    // Not a language tag.
  }
  throw invalidParameter('locale', 'must be the tag of a language, such as de, pt-BR or ar')
}

function readNumber(query: URLSearchParams, name: 'width' | 'height' | 'scale'): number | null {
  const text = single(query, name)
  if (text === null) return null
  const { whole, min, max } = imageParameters[name]
  // Browsers and programs write fractions with up to 17 digits, such as a scale of 300 / 72.
  const value = (whole ? /^\d{1,9}$/ : /^\d{1,9}(\.\d{1,20})?$/).test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw invalidParameter(name, `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`)
}

function readBackground(query: URLSearchParams): string | null {
  const text = single(query, 'background')
  if (text === null) return null
  if (isBackground(text)) return text.toLowerCase()
  throw invalidParameter(
    'background',
    'must be a CSS colour such as white, transparent, #f60 or rgba(0,0,0,0.5)',
  )
}

/** Parses `?format=` of renders that store nothing. The default is png. */
export function readFormat(query: URLSearchParams): FileFormat {
  refuseMisspelt(query.keys(), ['format'])
  const name = single(query, 'format') ?? 'png'
  const format = formatNamed(name)
  if (format) return format
  throw invalidParameter('format', `must be one of ${fileFormats.join(', ')}`)
}
