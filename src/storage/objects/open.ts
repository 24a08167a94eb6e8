/** A store that keeps the bytes of images in a bucket and everything else in a database. */

import { causeOf } from '../../errors/cause.ts'
import { unavailable } from '../../errors/errors.ts'
import type { PortableStore } from '../portable-store.ts'
import { createObjectArtifacts } from './artifacts.ts'
import { type Bucket, type BucketConfig, openBucket } from './bucket.ts'
import { createOrphanSweep } from './orphans.ts'
import { createRemovals } from './removals.ts'

/** How long an object may exist without its row before it is an orphan. */
const graceMs = 10 * 60_000

/** Takes over the store, which is closed together with the returned one, or if the bucket does not answer. */
export async function withBucket(store: PortableStore, config: BucketConfig): Promise<PortableStore> {
  const bucket = openBucket(config)
  try {
    await bucket.ping()
    return join(store, bucket)
  } catch (error) {
    bucket.close()
    await store.close()
    throw unavailable(`ARTIFACT_STORE: ${config.address}: ${causeOf(error)}`, error)
  }
}

function join(store: PortableStore, bucket: Bucket): PortableStore {
  const inFlight = new Set<Promise<unknown>>()
  const artifacts = createObjectArtifacts(store.artifacts, bucket)
  const removals = createRemovals(store, bucket)
  const sweepOrphans = createOrphanSweep(store.artifacts, store.records, bucket)

  /** Tracks work that `close` waits for. */
  async function tracked<T>(work: Promise<T>): Promise<T> {
    inFlight.add(work)
    try {
      return await work
    } finally {
      inFlight.delete(work)
    }
  }

  async function shut(): Promise<void> {
    await Promise.allSettled(inFlight)
    bucket.close()
    await store.close()
  }
  let closed: Promise<void> | undefined

  return {
    ...store,
    graphs: {
      ...store.graphs,
      remove: (graphId, ifVersion) => tracked(removals.remove(graphId, ifVersion)),
      removeAll: accountId => tracked(removals.removeAll(accountId)),
    },
    artifacts: {
      ...artifacts,
      put: (...given) => tracked(artifacts.put(...given)),
      adopt: (ref, keys) => tracked(artifacts.adopt(ref, keys)),
    },
    async ping() {
      await Promise.all([store.ping(), bucket.ping()])
    },
    async sweep(limits) {
      await store.sweep(limits)
      const before = new Date(limits.now.getTime() - graceMs)
      await removals.sweep(before)
      await sweepOrphans(before)
    },
    abandon() {
      bucket.abandon()
      store.abandon()
    },
    close: () => (closed ??= shut()),
  }
}
