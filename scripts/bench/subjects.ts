/** What `npm run bench` measures, by name. docs/performance.md says what each shows. */

import { measureAgain } from './again.ts'
import { measureBodies } from './bodies.ts'
import { measureCharts } from './charts.ts'
import { measureCreates } from './creates.ts'
import { measureFamilies } from './families.ts'
import { measureGallery } from './gallery.ts'
import { measureGraphql } from './graphql.ts'
import { measureKeys } from './keys.ts'
import { measureLarge } from './large.ts'
import { measureLatency } from './latency.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLive } from './live.ts'
import type { Measurement } from './measure.ts'
import { measureNiceness } from './niceness.ts'
import { measurePage } from './page.ts'
import { measureQueue } from './queue.ts'
import { measureReading } from './reading.ts'
import { measureReads } from './reads.ts'
import { measureRoutes } from './routes.ts'
import { measureScale, type ScaleOptions } from './scale.ts'
import { measureStart } from './start.ts'
import { measureStores } from './store.ts'

export const subjects: Readonly<Record<string, (options: ScaleOptions) => Promise<Measurement>>> = {
  charts: measureCharts,
  again: measureAgain,
  families: measureFamilies,
  routes: measureRoutes,
  latency: measureLatency,
  reads: measureReads,
  creates: measureCreates,
  large: measureLarge,
  live: measureLive,
  page: measurePage,
  lighthouse: measureLighthouse,
  reading: measureReading,
  bodies: measureBodies,
  keys: measureKeys,
  graphql: measureGraphql,
  gallery: measureGallery,
  start: measureStart,
  queue: measureQueue,
  store: measureStores,
  niceness: measureNiceness,
  scale: measureScale,
}

/** Those that take many minutes are only measured if they are named. */
export const measuredByDefault = Object.keys(subjects).filter(name => !['niceness', 'scale'].includes(name))
