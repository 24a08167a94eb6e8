/** The modules for mutation testing, each with the suites that are fast enough to run for every mutant. */

import { readFileSync } from 'node:fs'

export interface MutatedModule {
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** The score that it must reach, in percent. */
  readonly floor: number
}

/** Of `mutate`, all below `src`; of `tests`, all below `test`. */
type Places = Omit<MutatedModule, 'floor'>

const modules: Readonly<Record<string, Places>> = {
  config: {
    mutate: ['config/config.ts', 'config/kinds.ts', 'config/variables.ts'],
    tests: ['config.test.ts'],
  },
  'accounts/keys': {
    mutate: ['accounts/api-keys/*.ts', 'accounts/secret.ts'],
    tests: ['accounts/api-keys/{key-cache,keys,last-used}.test.ts', 'accounts/secret.test.ts'],
  },
  'accounts/browsers': {
    mutate: ['accounts/{emails,key-reveals,known-devices,login-throttle,sessions}.ts'],
    tests: ['accounts/{emails,key-reveals,known-devices,login-throttle,sessions}.test.ts'],
  },
  'accounts/people': {
    mutate: ['accounts/!(emails|key-reveals|known-devices|login-throttle|secret|sessions).ts'],
    tests: [
      'accounts/{accounts,graph-lifetimes,operator,passwords,removal}.test.ts',
      'accounts/api-keys/key-races.test.ts',
    ],
  },
  'domain/common': {
    mutate: ['domain/*.ts'],
    tests: ['domain/{durations,ids,lease,periodic-sweeps,query}.test.ts'],
  },
  'domain/quota': { mutate: ['domain/quota/*.ts'], tests: ['domain/quota/{render-time,stored}.test.ts'] },
  'domain/figures/json': {
    mutate: ['domain/figure/json/*.ts'],
    tests: ['domain/figure/json/*.test.ts'],
  },
  'domain/figures/append': {
    mutate: ['domain/figure/append/*.ts'],
    tests: ['domain/figure/append/*.test.ts'],
  },
  'domain/figures/tables': {
    mutate: ['domain/figure/table/*.ts'],
    tests: ['domain/figure/table/*.test.ts'],
  },
  'domain/figures/descriptions': {
    mutate: ['domain/figure/describe/*.ts'],
    tests: ['domain/figure/describe/*.test.ts'],
  },
  'domain/figures/trees': {
    mutate: ['domain/figure/tree/*.ts'],
    tests: ['domain/figure/tree/*.test.ts'],
  },
  'domain/figures/submission': {
    mutate: ['domain/figure/*.ts'],
    tests: ['domain/figure/!(long-texts).test.ts'],
  },
  'domain/figures/costs': {
    mutate: ['domain/figure/check/costs/*.ts'],
    tests: ['domain/figure/check/{embedded-images,estimates,limits,undrawable,workload}.test.ts'],
  },
  'domain/figures/checks': {
    mutate: ['domain/figure/check/{,!(costs)/**/}*.ts'],
    tests: ['domain/figure/check/*.test.ts'],
  },
  'domain/graphs/feed': { mutate: ['domain/graph/feed*.ts'], tests: ['domain/graph/feed.test.ts'] },
  'domain/graphs/appends': {
    mutate: ['domain/graph/{append-plan,append-queue,newest-shapes}.ts'],
    tests: ['domain/graph/appends.test.ts'],
  },
  'domain/graphs/changes': {
    mutate: ['domain/graph/!(append-plan|append-queue|feed|feed-polling|newest-shapes).ts'],
    tests: ['domain/graph/{changes,expiry,graphs}.test.ts'],
  },
  'domain/images/parameters': {
    mutate: ['domain/image/{background,formats,image-parameters,image-size,look}.ts'],
    tests: ['domain/image/{background,image-size,parameters}.test.ts'],
  },
  'domain/images/limits': {
    mutate: ['domain/image/{backoff,quarantine,variant-budget}.ts'],
    tests: ['domain/image/{quarantine,render-limits}.test.ts'],
  },
  'domain/images/requests': {
    mutate: [
      'domain/image/{artifact-cache,images}.ts',
      'domain/image/renders/{caller-renders,in-flight,prerenders,submitted-renders}.ts',
    ],
    tests: ['domain/image/{equal-images,image-requests,images,in-flight,prerenders}.test.ts'],
  },
  'domain/images/equal': {
    mutate: ['domain/image/{equal-images,image-key}.ts'],
    tests: ['domain/image/equal-images.test.ts'],
  },
  'domain/images/renders': {
    mutate: ['domain/image/renders/{current-renderings,local-dispatcher,render*,stored-render}.ts'],
    tests: ['domain/image/{current-renderings,local-dispatcher,render-writes}.test.ts'],
  },
  'domain/images/unstored': {
    mutate: ['domain/image/renders/unstored-render.ts'],
    tests: ['domain/image/unstored-render.test.ts'],
  },
  'domain/images/reconciler': {
    mutate: ['domain/image/renders/reconciler.ts'],
    tests: ['domain/image/reconciler{,-passes}.test.ts'],
  },
  'http/limits': {
    mutate: [
      'http/network.ts',
      'http/limits/{bytes-in-flight,followers,limiters,limits}.ts',
      'http/representations/{conditional,versions}.ts',
      'http/middleware/client.ts',
    ],
    tests: ['http/{client,conditional,limiting,places,versions}.test.ts'],
  },
  'http/files': {
    mutate: [
      'http/{content-coding,cors,redirect}.ts',
      'http/representations/{representations,file-cache,newest}.ts',
      'http/routing/router.ts',
      'http/middleware/{host-routing,lazy-routes}.ts',
    ],
    tests: ['http/{coding,file-cache,files,lazy-routes,newest,placement,representations,router}.test.ts'],
  },
  'http/answers': {
    mutate: [
      'http/http-date.ts',
      'http/health/{metrics,readiness,worker-health}.ts',
      'http/limits/bound-bytes.ts',
      'http/middleware/{access-log,compression,errors,response-errors,security}.ts',
    ],
    tests: ['http/{answers,http-date,operators,response-errors}.test.ts'],
  },
  'http/bodies': {
    mutate: [
      'http/{disconnect,single-header}.ts',
      'http/body/{collect,decompress,read-body}.ts',
      'http/middleware/framing.ts',
    ],
    tests: ['http/{reading,placement}.test.ts'],
  },
  'http/connections': {
    mutate: ['http/connections/*.ts', 'http/health/health.ts', 'http/body/{drain-body,stop-parsing}.ts'],
    tests: ['http/{connections,draining,health,malformed,shutdown}.test.ts'],
  },
  // The parts with suites in Node; the rest of src/browser only runs in pages.
  browser: {
    mutate: [
      'browser/figure/{style,text-fit}/*.ts',
      'browser/figure/{locale,map-style,nulls,prepare,remote,right-to-left,titles}.ts',
      'browser/viewer/points.ts',
    ],
    tests: ['browser/figure/*.test.ts', 'browser/viewer/points.test.ts'],
  },
}

export const moduleNames = Object.keys(modules)

/** The modules of a name that they begin with, such as `http`. */
export const modulesWithin = (name: string): readonly string[] =>
  moduleNames.filter(each => each === name || each.startsWith(`${name}/`))

/** The names that a command may be given: those of modules, and what several of them begin with. */
export const nameable = [
  ...new Set(
    moduleNames.flatMap(name => name.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
  ),
]

/** Throws if there is no such module. */
export function mutatedModule(name: string | undefined): MutatedModule {
  const found = name === undefined ? undefined : modules[name]
  if (!found) throw new Error(`there are the modules ${moduleNames.join(', ')}, but no ${name}`)
  return {
    mutate: found.mutate.map(path => `src/${path}`),
    tests: found.tests.map(path => `<rootDir>/test/${path}`),
    floor: floorOf(`${name}`),
  }
}

const everyModule = 85

/** The score in docs/testing.md without its decimals, so that no module falls; of a module without one, that of all. */
function floorOf(name: string): number {
  const page = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8')
  const row = page.split('\n').find(line => line.startsWith(`| \`${name}\` |`))
  return Math.floor(Number(/ ([\d.]+) % \|/.exec(row ?? '')?.[1] ?? everyModule))
}
