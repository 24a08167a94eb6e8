/** `?width=&height=&scale=&theme=&background=&locale=` on the images of a graph (contract, "Files under {plot_url}"). */

import {
  AppError,
  type ErrorDetail,
  invalidParameter,
  invalidParameters,
  payloadTooLarge,
} from '../../errors/errors.ts'
import { isColour } from './colour.ts'
import { type FileFormat, fileFormats, formatNamed } from './formats.ts'
import { defaultLook, defaultSize, type ImageLook, maxImagePixels, type Theme, themes } from './look.ts'

/** What counts as a value: one kind for each check that there is. */
type Values =
  | { readonly kind: 'number'; readonly whole: boolean; readonly min: number; readonly max: number }
  | { readonly kind: 'theme' | 'colour' | 'language' }

export type ImageParameter = Values & {
  /** Its value in a help text: `--width <pixels>`. */
  readonly placeholder: string
  /** In few words what it says, and what counts without it: for help texts and GraphQL. */
  readonly summary: string
  readonly otherwise: string
  /** For the OpenAPI document. */
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
    description: `In CSS pixels; else the layout's, else ${usual}.`,
  }) as const

/** One row a parameter: parser, command line, OpenAPI document and GraphQL take name, bounds and words from it. */
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
    description: 'Device pixels for a CSS pixel; 1 by default.',
  },
  theme: {
    kind: 'theme',
    placeholder: themes.join('|'),
    summary: 'The colours around the data',
    otherwise: "the figure's own",
    description: 'The house style of that theme.',
  },
  background: {
    kind: 'colour',
    placeholder: 'colour',
    summary: 'A CSS colour behind the chart, or transparent',
    otherwise: "the figure's own",
    description: 'A CSS colour behind the chart: a name, #rgb or longer, rgb() or hsl().',
    example: 'transparent',
  },
  locale: {
    kind: 'language',
    placeholder: 'language',
    summary: 'How numbers and dates are written, as a language tag',
    otherwise: 'as in English',
    description: 'How numbers and dates are written: the tag of a language, else as in English.',
    example: 'de-CH',
  },
} as const satisfies Record<keyof ImageLook, ImageParameter>

/**
 * Reads a query; other parameters are left alone, as link trackers and cache busters add theirs. Rejects with
 * `invalid_parameter`, telling every parameter that is wrong at once, and with `payload_too_large`.
 */
export function readLook(query: URLSearchParams): ImageLook {
  const faults: ErrorDetail[] = []
  function noting<T>(read: () => T | null): T | null {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      faults.push(...(error.details ?? []))
      return null
    }
  }
  const look: ImageLook = {
    width: noting(() => readNumber(query, 'width')),
    height: noting(() => readNumber(query, 'height')),
    scale: noting(() => readNumber(query, 'scale')) ?? defaultLook.scale,
    theme: noting(() => readTheme(query)),
    background: noting(() => readColour(query, 'background')),
    locale: noting(() => readLocale(query)),
  }
  if (faults.length > 0) throw invalidParameters(faults)
  // What the query alone asks too much of is refused before any work; the layout's own size is weighed later.
  const { width, height } = imageParameters
  const pixels = (look.width ?? width.min) * (look.height ?? height.min) * look.scale ** 2
  if (pixels > maxImagePixels) {
    throw payloadTooLarge(
      `the picture would have more than ${maxImagePixels / 1e6} million pixels; make width, height or scale smaller`,
    )
  }
  return look
}

/** `readLook` of named values, for callers without a query: numbers as text, absent ones undefined. */
export function lookOf(values: Readonly<Partial<Record<keyof ImageLook, unknown>>>): ImageLook {
  const query = new URLSearchParams()
  for (const name of Object.keys(imageParameters) as readonly (keyof ImageLook)[]) {
    const value = values[name]
    if (value !== undefined) query.set(name, String(value))
  }
  return readLook(query)
}

/** Null when absent. Rejects with `invalid_parameter`. */
export function readTheme(query: URLSearchParams): Theme | null {
  const theme = single(query, 'theme')
  const known = themes.find(each => each === theme)
  if (theme === null || known) return known ?? null
  throw invalidParameter('theme', `must be ${themes.join(' or ')}`)
}

/** The language and the country of a tag (RFC 5646): what else it may say makes no other image. */
export function readLocale(query: URLSearchParams): string | null {
  const tag = single(query, 'locale')
  if (tag === null) return null
  try {
    const { language, script, region } = new Intl.Locale(tag.slice(0, 40))
    const locale = [language, script, region].filter(part => part !== undefined).join('-')
    if (Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0) return locale
  } catch {
    // No tag at all.
  }
  throw invalidParameter('locale', 'must be the tag of a language, such as de, pt-BR or ar')
}

/** Null when absent; twice the same name is a mistake, not a choice. */
export function single(query: URLSearchParams, name: string): string | null {
  const [value, ...more] = query.getAll(name)
  if (more.length > 0) throw invalidParameter(name, 'is given more than once')
  return value ?? null
}

function readNumber(query: URLSearchParams, name: 'width' | 'height' | 'scale'): number | null {
  const text = single(query, name)
  if (text === null) return null
  const { whole, min, max } = imageParameters[name]
  const value = (whole ? /^\d{1,9}$/ : /^\d{1,9}(\.\d{1,9})?$/).test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw invalidParameter(name, `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`)
}

function readColour(query: URLSearchParams, name: 'background'): string | null {
  const text = single(query, name)
  if (text === null) return null
  if (isColour(text)) return text.toLowerCase()
  throw invalidParameter(name, 'must be a CSS colour such as white, transparent, #f60 or rgba(0,0,0,0.5)')
}

/** `?format=`, of a figure that is not stored; png without it. */
export function readFormat(query: URLSearchParams): FileFormat {
  const name = single(query, 'format') ?? 'png'
  const format = formatNamed(name)
  if (format) return format
  throw invalidParameter('format', `must be one of ${fileFormats.join(', ')}`)
}
