import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { configurationPage } from '../scripts/emit/configuration-page.ts'
import { misspeltNames } from '../src/cli/misspelt-names.ts'
import { ConfigError, readConfig, settleAddresses } from '../src/config/config.ts'
import { Refusal, type Variable } from '../src/config/kinds.ts'
import { variables } from '../src/config/variables.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

const refusedOr = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

describe('an empty environment', () => {
  const config = readConfig({})

  test('listens on loopback alone and believes nobody', () => {
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, trustProxy: 0, signup: 'open' })
    expect(settleAddresses(config, 4000)).toEqual({
      baseUrl: 'http://127.0.0.1:4000',
      plotUrl: 'http://127.0.0.1:4000/p',
    })
  })

  test('bounds bodies and creates', () => {
    expect(config.maxBodyBytes).toBe(10_485_760)
    expect(config.rateLimit).toEqual({ points: 6000, seconds: 60 })
  })

  test('names no other server', () => {
    expect(config).toMatchObject({ mongodbUrl: null, redisUrl: null, browserPath: null, baseUrl: null })
  })

  test('is what empty variables are', () => {
    const empty = Object.fromEntries(Object.keys(variables).map(name => [name, ' ']))
    expect(readConfig(empty)).toEqual(config)
  })
})

describe('ARTIFACT_STORE', () => {
  test('is a bucket, with its endpoint and region', () => {
    expect(readConfig({}).artifactStore).toBeNull()
    const env = { ARTIFACT_STORE: 's3://images/team', S3_ENDPOINT: 'http://localhost:9000/' }
    expect(readConfig(env).artifactStore).toEqual({
      address: 's3://images/team',
      endpoint: 'http://localhost:9000',
      region: null,
    })
  })

  test.each(['images', 's3://', 's3://I', 'https://images/team', 's3://images/a b'])('is not %j', address => {
    expect(() => readConfig({ ARTIFACT_STORE: address })).toThrow('ARTIFACT_STORE must be `s3://bucket`')
  })
})

describe('SIGNUP', () => {
  test.each([
    [{ HOST: '0.0.0.0' }, 'invite'],
    [{ HOST: '0.0.0.0', BASE_URL: 'http://localhost:3000' }, 'open'],
    [{ HOST: '127.0.0.1', BASE_URL: 'https://graphs.example.org' }, 'invite'],
    [{ BASE_URL: 'http://[::1]:3000' }, 'open'],
    [{ BASE_URL: 'https://graphs.example.org', SIGNUP: 'open' }, 'open'],
    [{ SIGNUP: 'closed' }, 'closed'],
  ])('of %j is %s', (env, signup) => {
    expect(readConfig(env).signup).toBe(signup)
  })
})

describe('RATE_LIMIT', () => {
  test.each([
    ['off', null],
    ['5/s', { points: 5, seconds: 1 }],
    ['60/min', { points: 60, seconds: 60 }],
    ['7/h', { points: 7, seconds: 3600 }],
  ])('%s', (given, limit) => {
    expect(readConfig({ RATE_LIMIT: given }).rateLimit).toEqual(limit)
  })
})

describe('a fault', () => {
  test('of HOST is found before anything listens, on a port of its own too', () => {
    for (const PORT of ['0', '3000'])
      expect(faultsOf({ HOST: 'two words', PORT })).toEqual([
        'HOST must be an address or a name of this machine, got "two words"',
      ])
  })

  test('names the variable, its bound and what was given, and all are told at once', () => {
    expect(
      faultsOf({
        PORT: '70000',
        RENDER_WORKERS: '0',
        MAX_BODY_BYTES: '1e6',
        RATE_LIMIT: '0/min',
        MONGODB_URL: 'http://ada:secret@x',
        BASE_URL: 'https://x/?y',
        BROWSER_PATH: '/nowhere/chrome',
      }),
    ).toEqual([
      'PORT must be at most 65535, got "70000"',
      'BASE_URL must have no query, fragment or user, got "https://x/?y"',
      'MONGODB_URL must be an address that begins with mongodb:// or mongodb+srv://, got "http://…@x"',
      'BROWSER_PATH must be a program that can be run, got "/nowhere/chrome"',
      'RENDER_WORKERS must be at least 1, got "0"',
      'MAX_BODY_BYTES must be a whole number from 1024 to 268435456, got "1e6"',
      'RATE_LIMIT must be "off" or a number of creates per s, min or h such as 6000/min, got "0/min"',
    ])
  })

  test('is one address for two purposes', () => {
    expect(faultsOf({ BASE_URL: 'https://x.example', PLOT_URL: 'https://x.example/' })).toHaveLength(1)
  })

  test('is not a replica set of several hosts', () => {
    expect(faultsOf({ MONGODB_URL: 'mongodb://user:pw@a:1,b:2,c/plots?replicaSet=rs0' })).toEqual([])
  })
})

describe('each kind of variable', () => {
  const program = process.execPath
  test.each<[env: Record<string, string>, config: object]>([
    [{ PORT: '0' }, { port: 0 }],
    [
      { PORT: '65535', RENDER_WORKERS: '1' },
      { port: 65_535, renderWorkers: 1 },
    ],
    [{ REDIS_PREFIX: 'a-b_c.9' }, { redisPrefix: 'a-b_c.9' }],
    [
      { RENDER_SANDBOX: 'off', SIGNUP: 'closed' },
      { renderSandbox: 'off', signup: 'closed' },
    ],
    [{ BASE_URL: 'https://g.example.org/a/b//' }, { baseUrl: 'https://g.example.org/a/b', signup: 'invite' }],
    [
      { BASE_URL: 'HTTPS://Графики.рф:443/a b', PLOT_URL: 'http://[::1]:80/ü/' },
      { baseUrl: 'https://xn--80afqaj7a3a.xn--p1ai/a%20b', plotUrl: 'http://[::1]/%C3%BC' },
    ],
    [{ HOST: '0.0.0.0', BASE_URL: 'http://localhost:3000' }, { signup: 'open' }],
    [{ MONGODB_URL: 'mongodb://a:1,b:2/x' }, { mongodbUrl: 'mongodb://a:1,b:2/x' }],
    [{ BROWSER_PATH: program }, { browserPath: program }],
    [{ RATE_LIMIT: 'off' }, { rateLimit: null }],
    [{ QUOTA_GRAPHS: 'off' }, { quotas: { graphs: null, bytes: null, renderSeconds: null } }],
    [{ QUOTA_BYTES: '1024' }, { quotas: { graphs: null, bytes: 1024, renderSeconds: null } }],
    [{ RATE_LIMIT: '5/2min' }, { rateLimit: { points: 5, seconds: 120 } }],
    [{ RATE_LIMIT: '7/h' }, { rateLimit: { points: 7, seconds: 3600 } }],
    [{ RATE_LIMIT: '1000000000/24h' }, { rateLimit: { points: 1_000_000_000, seconds: 86_400 } }],
    [{ METRICS_ADDRESS: '127.0.0.1:9090' }, { metricsAddress: { host: '127.0.0.1', port: 9090 } }],
    [{ METRICS_ADDRESS: '[2001:DB8::1]:1' }, { metricsAddress: { host: '2001:DB8::1', port: 1 } }],
    [{ METRICS_ADDRESS: 'metrics.local:65535' }, { metricsAddress: { host: 'metrics.local', port: 65_535 } }],
    [
      { PORT: ' 8080 ', RATE_LIMIT: '' },
      { port: 8080, rateLimit: { points: 6000, seconds: 60 } },
    ],
  ])('takes %j', (env, config) => {
    expect(readConfig(env)).toMatchObject(config)
  })

  test.each([
    ['PORT', '-1', 'a whole number'],
    ['PORT', '1.5', 'a whole number'],
    ['REDIS_PREFIX', 'a b', 'letters, digits'],
    ['RENDER_SANDBOX', 'yes', 'one of auto, on, off'],
    ['BASE_URL', 'ftp://example.org', 'begins with http:// or https://'],
    ['BASE_URL', 'http://example.org/?q', 'no query'],
    ['BASE_URL', 'http://example.org?', 'no query'],
    ['BASE_URL', 'http://example.org/#', 'no query, fragment'],
    ['BASE_URL', 'http://me@example.org', 'no query, fragment or user'],
    ['BASE_URL', 'http://:me@example.org', 'no query, fragment or user'],
    ['BASE_URL', 'http:example.org', 'begins with http:// or https://'],
    ['PLOT_URL', 'http:\\\\example.org', 'begins with http:// or https://'],
    ['REDIS_URL', 'redis:queue', 'begins with redis:// or rediss://'],
    ['MONGODB_URL', 'x mongodb://a,b', 'begins with mongodb://'],
    ['BROWSER_PATH', '/nowhere/chrome', 'a program that can be run'],
    ['BROWSER_PATH', '/', 'a program that can be run'],
    ['BROWSER_PATH', import.meta.filename, 'a program that can be run'],
    ['QUOTA_GRAPHS', 'none', 'a whole number from 1'],
    ['QUOTA_BYTES', '1023', 'at least 1024'],
    ['RATE_LIMIT', '0/min', 'a number of creates'],
    ['RATE_LIMIT', '5/0min', 'a number of creates'],
    ['RATE_LIMIT', '5/day', 'a number of creates'],
    ['RATE_LIMIT', `${'9'.repeat(20)}/min`, 'at most 1000000000 creates, or "off"'],
    ['RATE_LIMIT', '1000000001/s', 'at most 1000000000 creates, or "off"'],
    ['RATE_LIMIT', `5/${'9'.repeat(20)}s`, 'per at most 24h'],
    ['RATE_LIMIT', '5/25h', 'per at most 24h'],
    ['RENDER_GIVE_UP', `${'9'.repeat(400)}/min`, 'at most 1000000000 failed starts'],
    ['METRICS_ADDRESS', '9090', 'host:port'],
    ['METRICS_ADDRESS', 'a:b:9090', 'host:port'],
    ['METRICS_ADDRESS', '[::1:9090', 'host:port'],
    ['METRICS_ADDRESS', 'host:65536', 'host:port'],
    ['METRICS_ADDRESS', 'host:9090x', 'host:port'],
  ])('%s refuses %s', (name, given, rule) => {
    const [fault, ...more] = faultsOf({ [name]: given })
    expect(fault).toContain(`${name} must`)
    expect(fault).toContain(rule)
    expect(fault).toContain(JSON.stringify(given.replace(/:?me@/, '…@')))
    expect(more).toEqual([])
  })

  test.each(Object.entries<Variable<unknown>>(variables))(
    '%s takes no number that is not exact',
    (_name, variable) => {
      const digits = '9'.repeat(20)
      for (const given of [digits, `${digits}/min`, `5/${digits}s`, `host:${digits}`, `0.${digits}`]) {
        const value = refusedOr(() => variable.read(given))
        const numbers = typeof value === 'object' && value !== null ? Object.values(value) : [value]
        for (const number of numbers) if (typeof number === 'number') expect(number).toBeLessThan(2 ** 50)
      }
    },
  )

  test('one fault is a fault, two are two, each on a line of its own', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow(/^the environment has a fault:\n {2}PORT must/)
    expect(() => readConfig({ PORT: 'x', SIGNUP: 'x' })).toThrow(
      /^the environment has 2 faults:\n {2}PORT must.*\n {2}SIGNUP must/,
    )
  })
})

describe('a name that is not read', () => {
  test.each([
    ['MONGODB_URI', 'MONGODB_URL'],
    ['RENDER_WORKER', 'RENDER_WORKERS'],
    ['PLOTGATE_PORT', 'PORT'],
    ['PLOTGATE_SIGNUPS', 'SIGNUP'],
    ['log_level', 'LOG_LEVEL'],
    ['MONGO_URL', 'MONGODB_URL'],
  ])('%s is taken for %s', (given, meant) => {
    expect(misspeltNames({ [given]: 'x' })).toEqual([{ given, meant }])
  })

  test('is of no concern where it resembles none, or the one meant is set too', () => {
    const usual = { HOME: '/', PATH: '/bin', HOSTNAME: 'x', TERM: 'x', USER: 'x', LOGNAME: 'x', PWD: '/' }
    // What other programs of the same environment read.
    const others = { DATABASE_URL: 'x', REDIS_PORT: 'x', POSTGRES_URL: 'x', AWS_DEFAULT_REGION: 'x' }
    expect(misspeltNames(others)).toEqual([])
    expect(misspeltNames({ ...usual, MONGODB_URI: 'x', MONGODB_URL: 'x' })).toEqual([])
  })
})

describe('the documentation', () => {
  test('has the page that the table makes (npm run emit)', () => {
    expect(read('docs/configuration.md')).toBe(configurationPage())
  })

  test('of the README tells variables that are read, with their defaults, and links the page of all', () => {
    const rows = [...read('README.md').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \| ?(.*?) ?\|/gm)]
    const told = rows.flatMap(([, names = '', shown = '']) => {
      const list = names.replaceAll('`', '').split(', ')
      const defaults = list.length === 1 ? [shown] : shown.split(', ')
      return list.map((name, index) => [name, defaults[index]?.trim()])
    })
    const shownDefaults = new Map(Object.entries(variables).map(([name, { shown }]) => [name, shown]))
    expect(told.length).toBeGreaterThan(10)
    expect(told).toEqual(told.map(([name = '']) => [name, shownDefaults.get(name)]))
    expect(read('README.md')).toContain('(docs/configuration.md)')
  })
})
