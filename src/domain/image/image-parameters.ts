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
import { type ImageLook, maxImagePixels, type Theme } from './look.ts'

/** The bounds of each number, wherever it is given: in a query, on a command line, in a document. */
export const bounds = {
  width: { min: 10, max: 20_000 },
  height: { min: 10, max: 20_000 },
  scale: { min: 0.1, max: 10 },
} as const

/**
 * Reads a query; other parameters are left alone, as link trackers and cache busters add theirs. Every parameter
 * that is wrong is told at once.
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
    width: noting(() => number(query, 'width', bounds.width, true)),
    height: noting(() => number(query, 'height', bounds.height, true)),
    scale: noting(() => number(query, 'scale', bounds.scale, false)) ?? 1,
    theme: noting(() => readTheme(query)),
    background: noting(() => colour(query, 'background')),
    locale: noting(() => readLocale(query)),
  }
  if (faults.length > 0) throw invalidParameters(faults)
  // What the query alone asks too much of is refused before any work; the layout's own size is weighed later.
  const pixels = (look.width ?? bounds.width.min) * (look.height ?? bounds.height.min) * look.scale ** 2
  if (pixels > maxImagePixels) {
    throw payloadTooLarge(
      `the picture would have more than ${maxImagePixels / 1e6} million pixels; make width, height or scale smaller`,
    )
  }
  return look
}

export function readTheme(query: URLSearchParams): Theme | null {
  const theme = single(query, 'theme')
  if (theme === null || theme === 'light' || theme === 'dark') return theme
  throw invalidParameter('theme', 'must be light or dark')
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

function number(
  query: URLSearchParams,
  name: string,
  { min, max }: { min: number; max: number },
  whole: boolean,
): number | null {
  const text = single(query, name)
  if (text === null) return null
  const value = (whole ? /^\d{1,9}$/ : /^\d{1,9}(\.\d{1,9})?$/).test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw invalidParameter(name, `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`)
}

function colour(query: URLSearchParams, name: string): string | null {
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
