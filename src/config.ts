/** The environment, read once and checked: every fault at once, with the variable, its bound and what was given. */

import { accessSync, constants, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

export interface RateLimit {
  readonly points: number
  readonly seconds: number
}

export interface Config {
  readonly host: string
  readonly port: number
  /** {base_url}; null until the port is known, where BASE_URL was not given. */
  readonly baseUrl: string | null
  /** {plot_url}; null means BASE_URL/p. */
  readonly plotUrl: string | null
  readonly dataDir: string
  readonly mongodbUrl: string | null
  readonly redisUrl: string | null
  readonly browserPath: string | null
  readonly renderWorkers: number
  readonly renderSandbox: 'auto' | 'on' | 'off'
  readonly maxBodyBytes: number
  /** Creates per key; null when off. */
  readonly rateLimit: RateLimit | null
  readonly trustProxy: number
  readonly signup: 'open' | 'invite' | 'closed'
  /** Whether GraphQL clients may ask for the schema. */
  readonly graphqlIntrospection: boolean
  readonly logLevel: string
}

export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `the environment has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map(fault => `  ${fault}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.faults = faults
  }
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const periods: Readonly<Record<string, number>> = { s: 1, sec: 1, min: 60, h: 3600, hour: 3600 }

/** Reads a configuration, or throws a ConfigError that lists every fault. Empty variables count as absent. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const given = (name: string) => env[name]?.trim() || null
  const fault = (name: string, rule: string) => {
    faults.push(`${name} ${rule}, got ${JSON.stringify(env[name])}`)
  }

  function whole(name: string, fallback: number, min: number, max: number): number {
    const text = given(name)
    if (text === null) return fallback
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    fault(
      name,
      value < min
        ? `must be at least ${min}`
        : value > max
          ? `must be at most ${max}`
          : 'must be a whole number',
    )
    return fallback
  }

  function oneOf<const T extends string>(name: string, fallback: T, allowed: readonly T[]): T {
    const text = given(name)
    if (text === null) return fallback
    if ((allowed as readonly string[]).includes(text)) return text as T
    fault(name, `must be one of ${allowed.join(', ')}`)
    return fallback
  }

  function address(name: string, protocols: readonly string[]): string | null {
    const text = given(name)
    if (text === null) return null
    // A replica set is named by several hosts, which URL does not know.
    const url = URL.parse(text.replace(/^([^/]+\/\/(?:[^/@]*@)?[^,/?]+)(?:,[^,/?]+)+/, '$1'))
    if (!url || !protocols.includes(url.protocol)) {
      fault(name, `must be an address that begins with ${protocols.map(each => `${each}//`).join(' or ')}`)
      return null
    }
    return text
  }

  function webAddress(name: string): string | null {
    const text = address(name, ['http:', 'https:'])
    const url = text === null ? null : new URL(text)
    if (url && (url.search || url.hash || url.username)) {
      fault(name, 'must have no query, fragment or user')
      return null
    }
    return text?.replace(/\/+$/, '') ?? null
  }

  function program(name: string): string | null {
    const path = given(name)
    if (path === null || canRun(path)) return path
    fault(name, 'must be a program that can be run')
    return null
  }

  function rateLimit(): RateLimit | null {
    const text = given('RATE_LIMIT') ?? '6000/min'
    if (text === 'off') return null
    const [, points, period] = /^(\d+)\/(s|sec|min|h|hour)$/.exec(text) ?? []
    if (points && period && Number(points) > 0)
      return { points: Number(points), seconds: periods[period] ?? 60 }
    fault('RATE_LIMIT', 'must be "off" or a number of creates per s, min or h such as 6000/min')
    return null
  }

  const host = given('HOST') ?? '127.0.0.1'
  const config: Config = {
    host,
    port: whole('PORT', 3000, 0, 65_535),
    baseUrl: webAddress('BASE_URL'),
    plotUrl: webAddress('PLOT_URL'),
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    mongodbUrl: address('MONGODB_URL', ['mongodb:', 'mongodb+srv:']),
    redisUrl: address('REDIS_URL', ['redis:', 'rediss:']),
    browserPath: program('BROWSER_PATH'),
    renderWorkers: whole('RENDER_WORKERS', availableParallelism(), 1, 256),
    renderSandbox: oneOf('RENDER_SANDBOX', 'auto', ['auto', 'on', 'off']),
    maxBodyBytes: whole('MAX_BODY_BYTES', 10 * 1024 * 1024, 1024, 256 * 1024 * 1024),
    rateLimit: rateLimit(),
    trustProxy: whole('TRUST_PROXY', 0, 0, 10),
    signup: oneOf('SIGNUP', loopback.has(host) ? 'open' : 'invite', ['open', 'invite', 'closed']),
    graphqlIntrospection: oneOf('GRAPHQL_INTROSPECTION', 'on', ['on', 'off']) === 'on',
    logLevel: oneOf('LOG_LEVEL', 'info', logLevels),
  }
  if (config.baseUrl !== null || config.port !== 0) {
    const { baseUrl, plotUrl } = settleAddresses(config, config.port)
    if (sameAddress(baseUrl, plotUrl)) fault('PLOT_URL', `must differ from BASE_URL, which is ${baseUrl}`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(config)
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const sameAddress = (one: string, other: string) => {
  const [a, b] = [new URL(one), new URL(other)]
  return a.host === b.host && a.pathname.replace(/\/+$/, '') === b.pathname.replace(/\/+$/, '')
}

/** The two base addresses, once the port is known. */
export function settleAddresses(config: Config, port: number): { baseUrl: string; plotUrl: string } {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const baseUrl = config.baseUrl ?? `http://${host}:${port}`
  return { baseUrl, plotUrl: config.plotUrl ?? `${baseUrl}/p` }
}
