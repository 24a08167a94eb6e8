/** What every store keeps to, whatever is behind it (`src/domain/ports.ts`). Run once per backend. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { accountIdOf } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'
import { pinged } from '../support/pinged.ts'
import { artifactsContract } from './contract-artifacts.ts'
import { claimsContract } from './contract-claims.ts'
import { countContract } from './contract-count.ts'
import { expiryContract } from './contract-expiry.ts'
import { graphsContract } from './contract-graphs.ts'
import { largeContract } from './contract-large.ts'
import { layoutsContract } from './contract-layouts.ts'
import { listContract } from './contract-list.ts'
import { processesContract } from './contract-processes.ts'
import { recordsContract } from './contract-records.ts'
import { versionFilesContract } from './contract-version-files.ts'
import { versionsContract } from './contract-versions.ts'
import { first, sampleClaim, sampleFigure, sampleRecord } from './samples.ts'

/** A backend under test. */
export interface Backend {
  /** Opens the store, or opens it again: what was stored is there. */
  readonly open: (layoutPrefix?: string) => Promise<Store>
  /** How many bytes of a figure are kept under its own id. */
  readonly figureBytes: (graphId: string) => Promise<number>
  /** How many rows or documents there are in every table or collection, behind the store's back. */
  readonly rows: () => Promise<Readonly<Record<string, number>>>
  /** Empties every table or collection. */
  readonly empty: () => Promise<void>
}

/** What the parts of the contract work with. */
export interface Bench extends Pick<Backend, 'rows'> {
  readonly store: () => Store
  /** A second process on the same data: a store of its own, closed at the end. */
  readonly other: () => Store
  /** Resolves once there are so many rows; a database that removes by itself does so once a minute. */
  readonly untilRows: (wanted: Readonly<Record<string, number>>) => Promise<void>
}

const removedMs = 100_000

export function storeContract(backend: Backend): void {
  let store: Store
  let other: Store
  beforeAll(async () => {
    store = await backend.open()
    other = await backend.open()
  })
  beforeEach(() => backend.empty())
  afterAll(() => Promise.all([store.close(), other.close()]))

  const bench: Bench = {
    store: () => store,
    other: () => other,
    rows: backend.rows,
    async untilRows(wanted) {
      const until = performance.now() + removedMs
      for (;;) {
        const rows = await backend.rows()
        if (Object.entries(wanted).every(([name, count]) => rows[name] === count)) return
        if (performance.now() > until) expect(rows).toMatchObject(wanted)
        await new Promise(resolve => setTimeout(resolve, 250))
      }
    },
  }

  describe('graphs', () => graphsContract(bench))
  describe('counts', () => countContract(bench))
  describe('graphs that are there for a time', () => expiryContract(bench))
  describe('large values', () => largeContract(bench))
  describe('lists', () => listContract(bench))
  describe('artifacts', () => artifactsContract(bench))
  describe('idempotency claims', () => claimsContract(bench))
  describe('versions', () => {
    versionsContract(bench)
    versionFilesContract(bench)
  })
  describe('records', () => recordsContract(bench))
  describe('two processes on the same data', () => processesContract(bench))

  describe('layouts that begin alike', () => layoutsContract(backend))

  describe('the store itself', () => {
    test('answers a ping', async () => {
      expect(await pinged(store)).toBeNull()
    })

    test('opened again, it still has what was stored', async () => {
      const record = sampleRecord()
      const claim = sampleClaim()
      const other = await backend.open()
      await other.graphs.insert(record, sampleFigure(), claim)
      await other.close()
      expect(await store.graphs.find(record.graphId)).toEqual(record)
      const again = await backend.open()
      expect(await again.graphs.figure(record.graphId)).toEqual(sampleFigure())
      expect(await again.graphs.insert(sampleRecord(), sampleFigure(), claim)).toEqual({
        kind: 'replayed',
        graphId: record.graphId,
      })
      await again.close()
    })

    test('closing waits for what was asked, may be done twice, and then everything is unavailable', async () => {
      const other = await backend.open()
      const record = sampleRecord()
      const inserted = other.graphs.insert(record, sampleFigure())
      await Promise.all([other.close(), other.close()])
      expect(await inserted).toEqual({ kind: 'inserted' })
      await other.close()
      expect(await store.graphs.find(record.graphId)).toEqual(record)

      const id = record.graphId
      const attempts: readonly (() => Promise<unknown>)[] = [
        () => other.graphs.insert(sampleRecord(), sampleFigure()),
        () => other.graphs.find(id),
        () => other.graphs.findMany([id]),
        () => other.graphs.figure(id),
        () => other.graphs.figures([first(id)]),
        () => other.graphs.list({ accountId: accountIdOf('account-1'), limit: 1 }),
        () => other.graphs.count(accountIdOf('account-1')),
        () => other.graphs.remove(id),
        () => other.artifacts.get(first(id), 'png'),
        () => other.records('things').get('a'),
        () => other.records('things').insert('a', {}),
        () => other.ping(),
        () => other.sweep({ variantBytes: 1, now: new Date() }),
      ]
      for (const attempt of attempts) {
        await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' })
      }
    })
  })
}
