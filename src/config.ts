/** The environment, read once and checked: every fault at once, with the variable, its bound and what was given. */

import { resolve } from 'node:path'
import {
  address,
  type HostAndPort,
  hostAndPort,
  oneOf,
  program,
  type Rate,
  Refusal,
  rate,
  text,
  type Variable,
  webAddress,
  wholeNumber,
} from './config-kinds.ts'

export type { Rate as RateLimit } from './config-kinds.ts'

/** Every variable there is. docs/configuration.md is made from this table. */
export const variables = {
  HOST: text({ fallback: '127.0.0.1', bound: 'an address of this machine', meaning: 'where it listens' }),
  PORT: wholeNumber({
    fallback: 3000,
    min: 0,
    max: 65_535,
    meaning: 'where it listens; 0 takes any free port, which is printed',
  }),
  BASE_URL: webAddress({
    shown: '`http://HOST:PORT`',
    meaning: 'the address that answers name; it comes from here alone, never from a request',
  }),
  PLOT_URL: webAddress({
    shown: '`BASE_URL/p`',
    meaning:
      'the address of pages and images. On a host of its own it keeps figures off the origin of accounts: then each host serves only its own routes',
  }),
  DATA_DIR: text({
    fallback: './data',
    bound: 'a folder; it is made when absent',
    meaning: 'the embedded store, one SQLite file',
  }),
  MONGODB_URL: address({
    protocols: ['mongodb:', 'mongodb+srv:'],
    meaning: 'MongoDB is the store instead',
  }),
  REDIS_URL: address({
    protocols: ['redis:', 'rediss:'],
    meaning:
      'renders go through a shared queue that `plotgate worker` processes serve; rate limits are counted together',
  }),
  REDIS_PREFIX: text({
    fallback: 'plotgate',
    bound: 'letters, digits, `-`, `_` and `.`',
    shape: /^[\w.-]+$/,
    meaning: 'what every key in Redis begins with, for several services on one Redis',
  }),
  BROWSER_PATH: program({
    meaning: 'a Chrome or Chromium to use; else the one from npm on Linux, else an installed Chrome',
  }),
  RENDER_WORKERS: wholeNumber({
    fallback: null,
    shown: 'what cores and memory allow',
    min: 1,
    max: 256,
    meaning: 'warm pages, each in a browser of its own',
  }),
  RENDER_NICE: wholeNumber({
    fallback: 5,
    min: 0,
    max: 19,
    meaning:
      'how far browsers under `serve` yield to answering and to everything else on the machine (niceness); those of `worker` and `render` do not yield',
  }),
  VERSIONS_KEPT: wholeNumber({
    fallback: 20,
    min: 0,
    max: 1000,
    meaning: 'versions of a graph beside the newest; older ones go at the next change',
  }),
  QUOTA_GRAPHS: wholeNumber({
    fallback: null,
    shown: 'off',
    min: 1,
    max: 1_000_000_000,
    meaning: 'graphs of one account; a create beyond is 403 `quota_exceeded`',
  }),
  QUOTA_BYTES: wholeNumber({
    fallback: null,
    shown: 'off',
    min: 1024,
    max: 2 ** 50,
    meaning:
      'bytes of the figures of one account, in their newest versions with what was appended, counted from when it is set',
  }),
  QUOTA_RENDER_SECONDS: wholeNumber({
    fallback: null,
    shown: 'off',
    min: 1,
    max: 1_000_000_000,
    meaning:
      'seconds of rendering for one account and day (UTC), whoever asks for its images; stored ones are served on',
  }),
  RENDER_FALLBACK: oneOf({
    fallback: 'none',
    choices: ['none', 'local'],
    meaning: '`local`: with REDIS_URL, a gateway draws by itself while no worker lives',
  }),
  RENDER_SANDBOX: oneOf({
    fallback: 'auto',
    choices: ['auto', 'on', 'off'],
    meaning: "the browser's own sandbox; `on` refuses to start without it, `off` does without",
  }),
  RENDER_GIVE_UP: rate({
    fallback: undefined,
    shown: '`off`; for `worker` `10/5min`',
    what: 'failed starts of a browser',
    example: '10/5min',
    meaning:
      'after so many in a row, over at least that time, the process ends with an error, for its supervisor to start it anew',
  }),
  METRICS_ADDRESS: hostAndPort({
    meaning:
      'where `/metrics` is served, alone; without it the main port answers it to callers of this machine only',
  }),
  MAX_BODY_BYTES: wholeNumber({
    fallback: 10 * 1024 * 1024,
    shown: '10 MiB',
    min: 1024,
    max: 256 * 1024 * 1024,
    meaning: 'the largest body, after inflating; larger ones get 413',
  }),
  RATE_LIMIT: rate({
    fallback: { points: 6000, seconds: 60 },
    shown: '`6000/min`',
    what: 'creates',
    example: '6000/min',
    meaning: 'creates per key; reads ten times that per address',
  }),
  TRUST_PROXY: wholeNumber({
    fallback: 0,
    min: 0,
    max: 10,
    meaning: "how many proxies in front are believed about the client's address and scheme",
  }),
  SIGNUP: oneOf({
    fallback: null,
    shown: '`open` where BASE_URL is loopback, else `invite`',
    choices: ['open', 'invite', 'closed'],
    meaning: 'who may make an account',
  }),
  GRAPHQL_INTROSPECTION: oneOf({
    fallback: 'on',
    choices: ['on', 'off'],
    meaning: 'whether GraphQL clients may ask for the schema',
  }),
  LOG_LEVEL: oneOf({
    fallback: 'info',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    meaning:
      'one JSON object a line, on standard error; on a terminal, lines of requests only where this is set',
  }),
} satisfies Record<string, Variable<unknown>>

type VariableName = keyof typeof variables
type Values = { [N in VariableName]: ReturnType<(typeof variables)[N]['read']> }

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
  readonly redisPrefix: string
  readonly browserPath: string | null
  /** Null: what cores and memory allow. */
  readonly renderWorkers: number | null
  /** Of browsers under `serve` alone. */
  readonly renderNice: number
  /** Versions of a graph beside the newest. */
  readonly versionsKept: number
  /** Of one account; null is without bound. */
  readonly quotas: QuotaLimits
  readonly renderFallback: 'none' | 'local'
  readonly renderSandbox: 'auto' | 'on' | 'off'
  readonly metricsAddress: HostAndPort | null
  /** Failed starts of browsers in a row before the process ends; null is never, undefined what the command likes. */
  readonly renderGiveUp: Rate | null | undefined
  readonly maxBodyBytes: number
  /** Creates per key; null when off. */
  readonly rateLimit: Rate | null
  readonly trustProxy: number
  readonly signup: 'open' | 'invite' | 'closed'
  /** Whether GraphQL clients may ask for the schema. */
  readonly graphqlIntrospection: boolean
  readonly logLevel: string
  /** Whether each request is a line of the log; default true. */
  readonly requestLines?: boolean
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

/** What one account may use (`QUOTA_*`). */
export interface QuotaLimits {
  readonly graphs: number | null
  readonly bytes: number | null
  /** A day. */
  readonly renderSeconds: number | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads a configuration, or throws a ConfigError that lists every fault. Empty variables count as absent. */
export function readConfig(env: Environment): Config {
  const faults: string[] = []
  const fault = (name: string, rule: string) => {
    faults.push(`${name} ${rule}, got ${JSON.stringify(env[name])}`)
  }
  const values = readVariables(env, fault)
  const config: Config = {
    host: values.HOST,
    port: values.PORT,
    baseUrl: values.BASE_URL,
    plotUrl: values.PLOT_URL,
    dataDir: resolve(values.DATA_DIR),
    mongodbUrl: values.MONGODB_URL,
    redisUrl: values.REDIS_URL,
    redisPrefix: values.REDIS_PREFIX,
    browserPath: values.BROWSER_PATH,
    renderWorkers: values.RENDER_WORKERS,
    renderNice: values.RENDER_NICE,
    quotas: {
      graphs: values.QUOTA_GRAPHS,
      bytes: values.QUOTA_BYTES,
      renderSeconds: values.QUOTA_RENDER_SECONDS,
    },
    renderFallback: values.RENDER_FALLBACK,
    renderSandbox: values.RENDER_SANDBOX,
    metricsAddress: values.METRICS_ADDRESS,
    renderGiveUp: values.RENDER_GIVE_UP,
    versionsKept: values.VERSIONS_KEPT,
    maxBodyBytes: values.MAX_BODY_BYTES,
    rateLimit: values.RATE_LIMIT,
    trustProxy: values.TRUST_PROXY,
    signup: values.SIGNUP ?? (isLoopback(values.BASE_URL, values.HOST) ? 'open' : 'invite'),
    graphqlIntrospection: values.GRAPHQL_INTROSPECTION === 'on',
    logLevel: values.LOG_LEVEL,
  }
  if (config.baseUrl !== null || config.port !== 0) {
    const { baseUrl, plotUrl } = settleAddresses(config, config.port)
    if (sameAddress(baseUrl, plotUrl)) fault('PLOT_URL', `must differ from BASE_URL, which is ${baseUrl}`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(config)
}

function readVariables(env: Environment, fault: (name: string, rule: string) => void): Values {
  const read = ([name, variable]: [string, Variable<unknown>]) => {
    const given = env[name]?.trim()
    if (!given) return [name, variable.fallback]
    try {
      return [name, variable.read(given)]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      fault(name, error.message)
      return [name, variable.fallback]
    }
  }
  // Each value is of its variable's own type, which entries do not keep.
  return Object.fromEntries(Object.entries(variables).map(read)) as Values
}

const loopback = new Set(['127.0.0.1', '[::1]', '::1', 'localhost'])

/** Whether {base_url} is an address that only this machine reaches. */
export const isLoopback = (baseUrl: string | null, host: string): boolean =>
  loopback.has(baseUrl === null ? host : new URL(baseUrl).hostname)

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
