/** The environment, read once and checked: every fault at once, with the variable, its bound and what was given. */

import { resolve } from 'node:path'
import { type HostAndPort, type Rate, Refusal, type Variable } from './config-kinds.ts'
import { variables } from './config-variables.ts'

export type { Rate as RateLimit } from './config-kinds.ts'

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
  /** Where images are kept instead of the database; null: nowhere else. */
  readonly artifactStore: ArtifactStoreConfig | null
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
  /** Where traces go; null: nothing is traced. */
  readonly tracing: TracingTarget | null
  readonly metricsAddress: HostAndPort | null
  /** Of a worker alone. */
  readonly healthAddress: HostAndPort | null
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

/** Every fault of an environment, one sentence each: variable, bound, what was given. */
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
  /** Of traces, from 0 to 1. */
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
  /** A day. */
  readonly renderSeconds: number | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads a configuration, or throws a ConfigError that lists every fault. Empty variables count as absent. */
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

/** What is told of a start is kept in logs: `mongodb://name:password@host` as `mongodb://…@host`. */
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
