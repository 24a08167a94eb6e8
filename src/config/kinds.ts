/** Kinds of environment variables: how their texts are parsed, and how documentation describes them. */

import { accessSync, constants, statSync } from 'node:fs'

/** Says what is wrong with a text, as the end of a sentence that begins with the variable's name. */
export class Refusal extends Error {}

export interface Variable<T> {
  /** The default for an absent or empty variable. */
  readonly fallback: T
  /** The default as shown in documentation; empty if there is none. */
  readonly shown: string
  readonly meaning: string
  /** Describes the allowed values. */
  readonly bound: string
  /** Parses a text. Throws a Refusal. */
  read(text: string): T
}

/** A number of events per time, such as 6000/min. */
export interface Rate {
  readonly points: number
  readonly seconds: number
}

interface Documentation<T> {
  readonly fallback: T
  readonly shown?: string
  readonly meaning: string
}

const show = (value: unknown) => (value === null || value === undefined ? '' : `\`${value}\``)

/** The common properties of all kinds. */
const documentation = <T>({ fallback, shown, meaning }: Documentation<T>) => ({
  fallback,
  shown: shown ?? show(fallback),
  meaning,
})

/** A text, of the shape of a pattern if one is given. */
export const text = <T extends string | null>(
  options: Documentation<T> & { bound: string; shape?: RegExp },
): Variable<T | string> => ({
  ...documentation(options),
  bound: options.bound,
  read(given) {
    if (options.shape?.test(given) === false) throw new Refusal(`must be ${options.bound}`)
    return given
  },
})

/** A whole number from `min` to `max`. */
export function wholeNumber<T extends number | null>(
  options: Documentation<T> & { min: number; max: number },
): Variable<T | number> {
  const { min, max } = options
  return {
    ...documentation(options),
    bound: `a whole number from ${min} to ${max}`,
    read(given) {
      const value = /^\d+$/.test(given) ? Number(given) : Number.NaN
      if (value < min) throw new Refusal(`must be at least ${min}`)
      if (value > max) throw new Refusal(`must be at most ${max}`)
      if (Number.isNaN(value)) throw new Refusal(`must be a whole number from ${min} to ${max}`)
      return value
    },
  }
}

/** A limit: a whole number from `min` to `max`, or `off`, which is the default and becomes null. */
export function limit(options: { min: number; max: number; meaning: string }): Variable<number | null> {
  const number = wholeNumber({ fallback: null, shown: 'off', ...options })
  return {
    ...number,
    bound: `\`off\`, or ${number.bound}`,
    read: given => (given === 'off' ? null : number.read(given)),
  }
}

/** A number from 0 to 1. */
export const share = (options: Documentation<number>): Variable<number> => ({
  ...documentation(options),
  bound: 'a number from 0 to 1',
  read(given) {
    if (/^(0?\.\d+|[01](\.0*)?)$/.test(given)) return Number(given)
    throw new Refusal('must be a number from 0 to 1')
  },
})

/** One of a list of words. */
export const oneOf = <const C extends string, const T extends C | null>(
  options: Documentation<T> & { choices: readonly C[] },
): Variable<T | C> => ({
  ...documentation(options),
  bound: options.choices.map(show).join(', '),
  read(given) {
    const choice = options.choices.find(each => each === given)
    if (choice === undefined) throw new Refusal(`must be one of ${options.choices.join(', ')}`)
    return choice
  },
})

/** The address of another server, such as a database. */
export const address = (
  options: Omit<Documentation<null>, 'fallback'> & { protocols: readonly string[] },
): Variable<string | null> => ({
  ...documentation({ ...options, fallback: null }),
  bound: `an address that begins with ${options.protocols.map(each => `\`${each}//\``).join(' or ')}`,
  read(given) {
    readAddress(given, options.protocols)
    return given
  },
})

/** A base address of this service: http or https, without trailing slashes. */
export const webAddress = (options: Omit<Documentation<null>, 'fallback'>): Variable<string | null> => ({
  ...documentation({ ...options, fallback: null }),
  bound: 'an address that begins with `http://` or `https://`, without query, fragment or user',
  read(given) {
    const url = readAddress(given, ['http:', 'https:'])
    if (/[?#]/.test(given) || url.username || url.password)
      throw new Refusal('must have no query, fragment or user')
    // As clients send it: in ASCII, which headers need, and without the usual port.
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  },
})

function readAddress(given: string, protocols: readonly string[]): URL {
  // The address of a replica set has several hosts, which URL cannot parse.
  const url = URL.parse(given.replace(/^([^/]+\/\/(?:[^/@]*@)?[^,/?]+)(?:,[^,/?]+)+/, '$1'))
  const begun = given.toLowerCase()
  if (url && protocols.some(protocol => begun.startsWith(`${protocol}//`))) return url
  throw new Refusal(`must be an address that begins with ${protocols.map(each => `${each}//`).join(' or ')}`)
}

/** The path of an executable file. */
export const program = (options: Omit<Documentation<null>, 'fallback'>): Variable<string | null> => ({
  ...documentation({ ...options, fallback: null }),
  bound: 'the path of a program that can be run',
  read(given) {
    if (canRun(given)) return given
    throw new Refusal('must be a program that can be run')
  },
})

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** More events than anybody counts. */
const maxEvents = 1_000_000_000
/** Timers of limits end at once if they are longer than 24 days. */
const maxHours = 24

const periods: Readonly<Record<string, number>> = { s: 1, sec: 1, min: 60, h: 3600, hour: 3600 }
const rateShape = /^(\d+)\/(\d*)(s|sec|min|h|hour)$/

/** `what` names the counted events. `off` becomes null. */
export const rate = <T extends Rate | null | undefined>(
  options: Documentation<T> & { what: string; example: string },
): Variable<T | Rate | null> => ({
  ...documentation(options),
  bound: `\`off\`, or a number of ${options.what} per time such as \`${options.example}\`, up to 24 hours`,
  read(given) {
    if (given === 'off') return null
    const [, points, times = '', period = ''] = rateShape.exec(given) ?? []
    const seconds = (periods[period] ?? 0) * Number(times || 1)
    if (Number(points) > maxEvents)
      throw new Refusal(`must be at most ${maxEvents} ${options.what}, or "off"`)
    if (seconds > maxHours * 3600) throw new Refusal(`must be per at most ${maxHours}h`)
    if (Number(points) > 0 && seconds > 0) return { points: Number(points), seconds }
    throw new Refusal(
      `must be "off" or a number of ${options.what} per s, min or h such as ${options.example}`,
    )
  },
})

export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** An address to listen on, such as `127.0.0.1:9090`. */
export const hostAndPort = (
  options: Omit<Documentation<null>, 'fallback'>,
): Variable<HostAndPort | null> => ({
  ...documentation({ ...options, fallback: null }),
  bound: '`host:port`, an IPv6 address in brackets',
  read(given) {
    const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/i.exec(given) ?? []
    const host = bracketed ?? plain
    if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) }
    throw new Refusal('must be host:port such as 127.0.0.1:9090 or [::1]:9090')
  },
})
