/** Reads the configuration from the environment and reports all errors at once, with variable, bound and given value. */

import { resolve } from 'node:path'
import { type HostAndPort, type Rate, Refusal, type Variable } from './kinds.ts'
import { variables } from './variables.ts'

type VariableName = keyof typeof variables
type Values = { [N in VariableName]: ReturnType<(typeof variables)[N]['read']> }

export interface Config {
  readonly host: string
  readonly port: number
  /** {base_url}; null without BASE_URL, until the port is known. */
  readonly baseUrl: string | null
  /** {plot_url}; null for BASE_URL/p. */
  readonly plotUrl: string | null
  readonly dataDir: string
  readonly mongodbUrl: string | null
  /** The bucket for images; null to keep them in the database. */
  readonly artifactStore: ArtifactStoreConfig | null
  readonly redisUrl: string | null
  readonly redisPrefix: string
  readonly browserPath: string | null
  /** Null for as many as cores and memory allow. */
  readonly renderWorkers: number | null
  /** The niceness of browsers, only under `serve`. */
  readonly renderNice: number
  /** How many versions of a graph are kept beside the newest. */
  readonly versionsKept: number
  /** Quotas per account; null means no limit. */
  readonly quotas: QuotaLimits
  readonly renderFallback: 'none' | 'local'
  readonly renderSandbox: 'auto' | 'on' | 'off'
  /** The collector of traces; null if tracing is off. */
  readonly tracing: TracingTarget | null
  readonly metricsAddress: HostAndPort | null
  /** The health address, only of workers. */
  readonly healthAddress: HostAndPort | null
  /** After how many failed browser starts the process ends; null for never, undefined for the command's default. */
  readonly renderGiveUp: Rate | null | undefined
  readonly maxBodyBytes: number
  /** Creates per key; null when off. */
  readonly rateLimit: Rate | null
  readonly trustProxy: number
  readonly signup: 'open' | 'invite' | 'closed'
  /** Whether GraphQL introspection is allowed. */
  readonly graphqlIntrospection: boolean
  readonly logLevel: string
  /** Whether each request is logged; default true. */
  readonly requestLines?: boolean
}

/** All errors of the configuration, one sentence each with variable, bound and given value. */
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

/** A collector of traces (`OTEL_*`). */
export interface TracingTarget {
  readonly endpoint: string
  /** The share of traces that is recorded, from 0 to 1. */
  readonly share: number
}

/** A bucket of an S3-compatible store. */
export interface ArtifactStoreConfig {
  readonly address: string
  readonly endpoint: string | null
  readonly region: string | null
}

/** What one account may use (`QUOTA_*`). */
export interface QuotaLimits {
  readonly graphs: number | null
  readonly bytes: number | null
  /** Per day. */
  readonly renderSeconds: number | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads a configuration. Throws a ConfigError with all errors. Empty variables count as absent. */
export function readConfig(env: Environment): Config {
  const faults: string[] = []
  const fault = (name: string, rule: string) => {
    faults.push(`${name} ${rule}, got ${JSON.stringify(withoutCredentials(env[name] ?? ''))}`)
  }
  const values = readVariables(env, fault)
  const config: Config = {
    host: values.HOST,
    port: values.PORT,
    baseUrl: values.BASE_URL,
    plotUrl: values.PLOT_URL,
    dataDir: resolve(values.DATA_DIR),
    mongodbUrl: values.MONGODB_URL,
    artifactStore: values.ARTIFACT_STORE
      ? { address: values.ARTIFACT_STORE, endpoint: values.S3_ENDPOINT, region: values.AWS_REGION }
      : null,
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
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, share: values.OTEL_TRACES_SAMPLER_ARG }
      : null,
    metricsAddress: values.METRICS_ADDRESS,
    healthAddress: values.HEALTH_ADDRESS,
    renderGiveUp: values.RENDER_GIVE_UP,
    versionsKept: values.VERSIONS_KEPT,
    maxBodyBytes: values.MAX_BODY_BYTES,
    rateLimit: values.RATE_LIMIT,
    trustProxy: values.TRUST_PROXY,
    signup: values.SIGNUP ?? (isLoopback(values.BASE_URL, values.HOST) ? 'open' : 'invite'),
    graphqlIntrospection: values.GRAPHQL_INTROSPECTION === 'on',
    logLevel: values.LOG_LEVEL,
  }
  const { baseUrl, plotUrl } = settleAddresses(config, config.port)
  if (!URL.canParse(baseUrl)) fault('HOST', 'must be an address or a name of this machine')
  else if (sameAddress(baseUrl, plotUrl)) fault('PLOT_URL', `must differ from BASE_URL, which is ${baseUrl}`)
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(config)
}

/** Removes credentials for logs: `mongodb://name:password@host` becomes `mongodb://…@host`. */
function withoutCredentials(given: string): string {
  const [begin, end] = [given.indexOf('://'), given.lastIndexOf('@')]
  return begin < 0 || end < begin ? given : `${given.slice(0, begin)}://…${given.slice(end)}`
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
  // Object.fromEntries loses the types of the individual variables.
  return Object.fromEntries(Object.entries(variables).map(read)) as Values
}

const loopback = new Set(['127.0.0.1', '[::1]', '::1', 'localhost'])

/** Whether {base_url} is reachable only from this machine. */
export const isLoopback = (baseUrl: string | null, host: string): boolean =>
  loopback.has(baseUrl === null ? host : new URL(baseUrl).hostname)

const sameAddress = (one: string, other: string) => {
  const [a, b] = [new URL(one), new URL(other)]
  return a.host === b.host && a.pathname.replace(/\/+$/, '') === b.pathname.replace(/\/+$/, '')
}

/** The two base addresses, once the port is known. */
export function settleAddresses(config: Config, port: number): { baseUrl: string; plotUrl: string } {
  const baseUrl = config.baseUrl ?? `http://${authorityOf(config, port)}`
  return { baseUrl, plotUrl: config.plotUrl ?? `${baseUrl}/p` }
}

/** Host and port as addresses have them: `127.0.0.1:3000`, `[::1]:3000`. */
export const authorityOf = ({ host }: Pick<Config, 'host'>, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`
