import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import type { GraphRecord } from '../../src/domain/graph/graph.ts'
import { versionName } from '../../src/domain/graph/graph.ts'
import { accountIdOf } from '../../src/domain/ids.ts'
import { unavailable } from '../../src/errors/errors.ts'
import { backup } from '../../src/storage/backup/backup.ts'
import { restore } from '../../src/storage/backup/restore.ts'
import { openStore, openUpkeep } from '../../src/storage/open.ts'
import type { PortableStore, RestoreMark } from '../../src/storage/portable-store.ts'
import { migrations } from '../../src/storage/sqlite/migrations/migrations.ts'
import { graphIdOf } from '../support/ids.ts'
import { type MongoServer, mongoKind, startMongo, withDatabase } from '../support/mongo.ts'
import { atBatch } from './at-batch.ts'
import { first, firstPng, sampleArtifact, sampleClaim, sampleFigure, sampleRecord } from './samples.ts'

const root = mkdtempSync(join(tmpdir(), 'plotgate-backup-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
const newFile = () => join(root, `backup-${++made}`)
const newSqlite = (layoutPrefix?: string) =>
  openStore({ mongodbUrl: null, dataDir: join(root, `store-${++made}`), layoutPrefix })

let server: MongoServer | null = null
let databases = 0
const newMongoUrl = () => {
  if (!server) throw new Error('there is no server')
  return withDatabase(server.url, `${server.database}-${++databases}`)
}
const newMongo = (layoutPrefix?: string) =>
  openStore({ mongodbUrl: newMongoUrl(), dataDir: '', layoutPrefix })
const withMongo = mongoKind() === null ? describe.skip : describe

const all = Array.from({ length: 450 }, (_, n) =>
  sampleRecord({
    title: n % 2 ? `graph ${n}` : null,
    createdAt: new Date(n * 1000),
    expiresAt: n % 5 ? null : new Date(4e12),
  }),
)
const oldTemplate = `{"template":{"layout":{"x":"${'old '.repeat(500)}"}}`
const newTemplate = oldTemplate.replaceAll('old', 'new')
const figureOf = (n: number) =>
  sampleFigure({
    data: `[{"y":[${n},12345678901234567890]}]`,
    frames: n % 3 ? null : '[]',
    ...(n % 2 && { layout: `${oldTemplate},"title":"${n}"}` }),
  })

async function fill(store: PortableStore, records: readonly GraphRecord[]): Promise<void> {
  await Promise.all(records.map((record, n) => store.graphs.insert(record, figureOf(n))))
  await store.artifacts.put(first(records[0]?.graphId ?? graphIdOf('')), firstPng, sampleArtifact())
  for (const n of [1, 2, 3]) await store.records('keys').insert(`key ${n}`, { n }, { owner: 'o' })
  await store.records('links').insert('link', { to: 'a' }, { expiresAt: new Date(Date.now() + 60_000) })
}

async function expectFilled(store: PortableStore, records: readonly GraphRecord[]): Promise<void> {
  expect(await store.graphs.count(accountIdOf('account-1'))).toBe(records.length)
  const ids = records.map(record => record.graphId)
  const found = await store.graphs.findMany(ids)
  const figures = await store.graphs.figures(ids.map(first))
  records.forEach((record, n) => {
    expect(found.get(record.graphId)).toEqual(record)
    expect(figures.get(versionName(record))).toEqual(figureOf(n))
  })
  expect(
    (
      await store.graphs.list({
        accountId: accountIdOf('account-1'),
        limit: 2,
        title: `GRAPH ${records.length - 1}`,
      })
    ).length,
  ).toBe(1)
  expect((await store.records<{ n: number }>('keys').list('o')).map(each => each.value.n)).toEqual([3, 2, 1])
  expect(await store.records('links').get('link')).toEqual({ to: 'a' })
  expect(await store.records('links').expire('link', new Date(0))).toBe(true)
  expect(await store.records('links').get('link')).toBeNull()
}

function backupContract(
  from: (layoutPrefix: string) => Promise<PortableStore>,
  to: (layoutPrefix: string) => Promise<PortableStore>,
  many: number,
): void {
  const records = all.slice(0, many)
  test('a backup brings every graph and record back', async () => {
    const file = newFile()
    const source = await from(oldTemplate)
    await fill(source, records)
    expect(await backup(source, file)).toEqual({ graphs: many, records: 4 })
    await source.close()
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    expect(readdirSync(root).filter(name => name.startsWith('backup-') && /part|wal|shm/.test(name))).toEqual(
      [],
    )

    const target = await to(newTemplate)
    expect(await target.isEmpty()).toBe(true)
    expect(await restore(target, file)).toEqual({ graphs: many, records: 4 })
    expect(await target.isEmpty()).toBe(false)
    await expectFilled(target, records)
    await target.close()
  })

  test('a backup brings the versions of a graph back, with what was appended to each', async () => {
    const file = newFile()
    const source = await from(oldTemplate)
    const record = sampleRecord()
    const { graphId } = record
    const start = { data: '[{"y":[1.0]}]', layout: `${oldTemplate},"a":1}`, frames: null }
    await source.graphs.insert(record, start)
    const points = (y: string) => ({
      segment: { extensions: [{ trace: 0, path: 'y', count: 1, items: y }], keep: null },
      createdAt: new Date(2e12),
    })
    await source.graphs.append(graphId, 1, [points('2.0'), points('3.0')])
    const next = { ...record, title: 'Next', updatedAt: new Date(2.1e12) }
    await source.graphs.replace(next, { ...start, data: '[{"y":[9.0]}]' }, 3)
    await source.graphs.append(graphId, 4, [points('10.0')])
    const all = async (store: PortableStore) =>
      Promise.all(
        (await store.graphs.versions(graphId)).map(async ({ version, createdAt }) => {
          const found = await store.graphs.findVersion({ graphId, version })
          const figure = await store.graphs.figure(graphId, version)
          return [version, createdAt, found?.title, String(figure?.data), String(figure?.layout)]
        }),
      )
    const before = await all(source)
    expect(before.map(([version, , title, data]) => [version, title, data])).toEqual([
      [5, 'Next', '[{"y":[9.0,10.0]}]'],
      [4, 'Next', '[{"y":[9.0]}]'],
      [3, 'Sales', '[{"y":[1.0,2.0,3.0]}]'],
      [2, 'Sales', '[{"y":[1.0,2.0]}]'],
      [1, 'Sales', '[{"y":[1.0]}]'],
    ])
    await backup(source, file)
    await source.close()
    const target = await to(newTemplate)
    await restore(target, file)
    expect(await all(target)).toEqual(before)
    const claim = sampleClaim()
    await target.graphs.append(graphId, 5, [{ ...points('11.0'), claim }])
    await restore(target, file, { force: true })
    expect(await all(target)).toEqual(before)
    // Repeated, the request adds its points to the graph as it is now.
    expect(await target.graphs.claimed(graphId, claim.id)).toBeNull()
    await target.close()
  })
}

beforeAll(async () => {
  if (mongoKind() !== null) server = await startMongo()
}, 600_000)
afterAll(() => server?.stop())

describe('sqlite to sqlite', () => backupContract(newSqlite, newSqlite, 450))
withMongo('mongodb to sqlite', () => backupContract(newMongo, newSqlite, 90))
withMongo('sqlite to mongodb', () => backupContract(newSqlite, newMongo, 90))

/** The store, which gives up at that batch. */
const refusing = (store: PortableStore, at: number) =>
  atBatch(store, at, () => {
    throw unavailable('the disk is full')
  })

/** A store with all samples, and its backup. */
async function backedUp(records = all): Promise<{ source: PortableStore; file: string }> {
  const source = await newSqlite()
  await fill(source, records)
  const file = newFile()
  await backup(source, file)
  return { source, file }
}

/** Another process begins with it, and is killed before its `at`-th batch. */
async function killRestore(
  { mongodbUrl, dataDir }: { readonly mongodbUrl: string; readonly dataDir: string },
  file: string,
  at: number,
): Promise<void> {
  const script = join(import.meta.dirname, 'restore-child.ts')
  const given = ['--disable-warning=ExperimentalWarning', script, mongodbUrl, dataDir, file, String(at)]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

withMongo('a restore into MongoDB that is killed in its middle', () => {
  // Two batches.
  const some = all.slice(0, 202)
  const open = (mongodbUrl: string, forRestore = false) =>
    openStore({ mongodbUrl, dataDir: '', layoutPrefix: newTemplate, forRestore })

  /** Whoever is silent for a moment is taken for dead. */
  const dead = { silentMs: 50 }

  /** The other lacks the first graph. */
  async function twoBackups(): Promise<{ file: string; other: string }> {
    const { source, file } = await backedUp(some)
    const other = newFile()
    await source.graphs.remove(some[0]!.graphId)
    await backup(source, other)
    await source.close()
    return { file, other }
  }

  test('is told at the next start, and done again into an empty store, with whatever file', async () => {
    const { file, other } = await twoBackups()
    const mongodbUrl = newMongoUrl()
    await killRestore({ mongodbUrl, dataDir: '' }, file, 2)

    await expect(open(mongodbUrl)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/restore .*interrupted.*; run "plotgate restore FILE" again$/),
    })
    const upkeep = await openUpkeep({ mongodbUrl, dataDir: '' })
    expect(await upkeep.check()).toEqual([expect.stringContaining('a part of a backup')])
    await upkeep.close()

    const again = await open(mongodbUrl, true)
    expect(await restore(again, other, dead)).toEqual({ graphs: some.length - 1, records: 4 })
    await again.close()
    const store = await open(mongodbUrl)
    expect(await store.graphs.find(some[0]!.graphId)).toBeNull()
    expect(await store.graphs.count(accountIdOf('account-1'))).toBe(some.length - 1)
    await store.close()
  })

  test('that was forced is done again with its own file, and keeps what was there', async () => {
    const { file, other } = await twoBackups()
    const mongodbUrl = newMongoUrl()
    const before = await open(mongodbUrl)
    const mine = sampleRecord({ title: 'mine', accountId: accountIdOf('me') })
    await before.graphs.insert(mine, sampleFigure())
    await before.close()
    await killRestore({ mongodbUrl, dataDir: '' }, file, 2)

    await expect(open(mongodbUrl)).rejects.toMatchObject({
      message: expect.stringMatching(/ again with the same file$/),
    })
    const again = await open(mongodbUrl, true)
    await expect(restore(again, other)).rejects.toMatchObject({
      message: expect.stringContaining('a part of another backup'),
    })
    expect(await restore(again, file, dead)).toEqual({ graphs: some.length, records: 4 })
    await again.close()
    const store = await open(mongodbUrl)
    await expectFilled(store, some)
    expect(await store.graphs.find(mine.graphId)).toEqual(mine)
    await store.close()
  })

  test('and one that the store refused in its middle leaves an empty store empty', async () => {
    const { source, file } = await backedUp(some)
    await source.close()
    const mongodbUrl = newMongoUrl()
    const refused = await open(mongodbUrl, true)
    await expect(restore(refusing(refused, 2), file)).rejects.toMatchObject({ code: 'unavailable' })
    await refused.close()
    const store = await open(mongodbUrl)
    expect(await store.isEmpty()).toBe(true)
    await store.close()
  })
})

withMongo('a restore into MongoDB whose renewals take long', () => {
  test('ends when the last of them is done, so that its mark is gone', async () => {
    const { source, file } = await backedUp(all.slice(0, 1))
    await source.close()
    const store = await openStore({
      mongodbUrl: newMongoUrl(),
      dataDir: '',
      layoutPrefix: newTemplate,
      forRestore: true,
    })
    const marks = store.restoring!
    let renewals = 0
    const atEnd: number[] = []
    function end(mark: RestoreMark) {
      atEnd.push(renewals)
      return marks.end(mark)
    }
    async function renew(mark: RestoreMark) {
      renewals++
      await pause(1_700)
      return marks.renew(mark).finally(() => renewals--)
    }
    await restore({ ...store, restoring: { ...marks, renew, end } }, file)
    const left = await marks.find()
    await store.close()
    expect([atEnd, left]).toEqual([[0], null])
  })
})

withMongo('of two restores into one MongoDB', () => {
  const some = all.slice(0, 202)
  const opened: PortableStore[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(store => store.close()))
  })

  /** A store and its backup, and that of nothing but one graph; two processes that restore into a third. */
  async function twoAtOnce() {
    const { source, file } = await backedUp(some)
    await source.close()
    const { source: small, file: other } = await backedUp(some.slice(0, 1))
    await small.close()
    const mongodbUrl = newMongoUrl()
    const open = () => openStore({ mongodbUrl, dataDir: '', layoutPrefix: newTemplate, forRestore: true })
    const first = await open()
    const second = await open()
    opened.push(first, second)
    return { file, other, first, second }
  }
  const inFlight = expect.objectContaining({ message: expect.stringContaining('another restore') })

  test('begun together one goes on', async () => {
    const { file, first, second } = await twoAtOnce()
    const outcomes = await Promise.allSettled([restore(first, file), restore(second, file)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/another restore|not empty/) }),
    ])
    expect(await first.restoring!.find()).toBeNull()
    expect(await first.graphs.count(accountIdOf('account-1'))).toBe(some.length)
  })

  test('the later is refused while the earlier one goes on', async () => {
    const { file, other, first, second } = await twoAtOnce()
    const middle = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const pausing = atBatch(first, 2, () => {
      middle.resolve()
      return gate.promise
    })
    const going = restore(pausing, file)
    await middle.promise
    await expect(restore(second, other, { silentMs: 60_000 })).rejects.toEqual(inFlight)
    gate.resolve()
    expect(await going).toEqual({ graphs: some.length, records: 4 })
    expect(await first.graphs.count(accountIdOf('account-1'))).toBe(some.length)
  })

  test('the one that stood still until another took its place touches nothing of it', async () => {
    const { file, first, second } = await twoAtOnce()
    const mark = { backup: 'another', intoEmpty: true, begunAt: new Date(), run: 'another', beats: 0 }
    const overtaken = atBatch(first, 2, async () => {
      let found = await second.restoring!.find()
      while (!(await second.restoring!.begin(mark, found))) found = await second.restoring!.find()
    })
    await expect(restore(overtaken, file)).rejects.toEqual(inFlight)
    expect(await second.restoring!.find()).toMatchObject({ run: 'another' })
    expect(await second.isEmpty()).toBe(false)
  })

  test('and of one that began when another had ended, the other has filled the store', async () => {
    const { file, other, first, second } = await twoAtOnce()
    // It looked before the other began.
    const looked = { ...second, isEmpty: jest.fn(second.isEmpty).mockResolvedValueOnce(true) }
    await restore(first, file)
    await expect(restore(looked, other)).rejects.toMatchObject({
      message: expect.stringContaining('not empty'),
    })
    expect(await first.graphs.count(accountIdOf('account-1'))).toBe(some.length)
    expect(await first.restoring!.find()).toBeNull()
  })
})

describe('restore', () => {
  test('refuses a store that holds something, unless forced: then equal ids are replaced and the rest stays', async () => {
    const file = newFile()
    const source = await newSqlite()
    const record = sampleRecord({ title: 'old' })
    await source.graphs.insert(record, sampleFigure())
    await source.records('keys').insert('key', { n: 1 })
    await backup(source, file)

    const later = sampleRecord()
    await source.graphs.insert(later, sampleFigure())
    await source.graphs.remove(record.graphId)
    await source.graphs.insert({ ...record, title: 'new' }, sampleFigure({ data: '[]' }))
    await source.artifacts.put(first(record.graphId), firstPng, sampleArtifact())
    await source.records('keys').update('key', { n: 2 })
    await expect(restore(source, file)).rejects.toMatchObject({ message: expect.stringContaining('--force') })

    await restore(source, file, { force: true })
    expect(await source.graphs.find(record.graphId)).toEqual(record)
    expect(await source.graphs.figure(record.graphId)).toEqual(sampleFigure())
    expect(await source.artifacts.get(first(record.graphId), firstPng)).toBeNull()
    expect(await source.records('keys').get('key')).toEqual({ n: 1 })
    expect(await source.graphs.find(later.graphId)).toEqual(later)
    await source.close()
  })

  test('that is damaged in its middle leaves the store empty', async () => {
    const source = await newSqlite()
    await fill(source, all)
    const file = newFile()
    await backup(source, file)
    await source.close()
    const bytes = readFileSync(file)
    bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 16_384)
    writeFileSync(file, bytes)
    const store = await newSqlite()
    await expect(restore(store, file)).rejects.toMatchObject({
      message: expect.stringContaining('cannot be read'),
    })
    expect(await store.isEmpty()).toBe(true)
    await store.close()
  })

  test('of which the store refuses a part leaves it empty too', async () => {
    const { source, file } = await backedUp()
    await source.close()
    const store = await newSqlite()
    await expect(restore(refusing(store, 3), file)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await store.isEmpty()).toBe(true)
    await store.close()
  })

  test('of which the store refuses a part changes nothing where it was forced', async () => {
    const { source, file } = await backedUp()
    const store = await newSqlite()
    const replaced = { ...sampleRecord({ title: 'mine' }), graphId: all[0]!.graphId }
    await store.graphs.insert(replaced, sampleFigure())
    const attempt = restore(refusing(store, 3), file, { force: true })
    await expect(attempt).rejects.toMatchObject({ code: 'unavailable' })
    expect(await store.graphs.find(replaced.graphId)).toEqual(replaced)
    expect(await store.graphs.count(accountIdOf('account-1'))).toBe(1)
    await Promise.all([store.close(), source.close()])
  })

  test('changes nothing where something was stored since it looked', async () => {
    const { source, file } = await backedUp()
    const store = await newSqlite()
    const mine = sampleRecord({ title: 'mine' })
    const late: PortableStore = {
      ...store,
      async load(batches, options) {
        await store.graphs.insert(mine, sampleFigure())
        return store.load(batches, options)
      },
    }
    await expect(restore(late, file)).rejects.toMatchObject({ message: expect.stringContaining('--force') })
    expect(await store.graphs.count(accountIdOf('account-1'))).toBe(1)
    expect(await restore(store, file, { force: true })).toMatchObject({ graphs: all.length })
    await Promise.all([store.close(), source.close()])
  })

  test('that is killed in its middle changes nothing', async () => {
    const { source, file } = await backedUp()
    const dataDir = join(root, `store-${++made}`)
    const store = await openStore({ mongodbUrl: null, dataDir })
    const replaced = { ...sampleRecord({ title: 'mine' }), graphId: all[0]!.graphId }
    await store.graphs.insert(replaced, sampleFigure())
    await store.close()
    await killRestore({ mongodbUrl: '', dataDir }, file, 3)
    const after = await openStore({ mongodbUrl: null, dataDir })
    expect(await after.graphs.find(replaced.graphId)).toEqual(replaced)
    expect(await after.graphs.count(accountIdOf('account-1'))).toBe(1)
    expect(await restore(after, file, { force: true })).toMatchObject({ graphs: all.length })
    await expectFilled(after, all)
    await Promise.all([after.close(), source.close()])
  })

  test('refuses what is no backup, and a file that is not there', async () => {
    const store = await newSqlite()
    const file = newFile()
    await expect(restore(store, file)).rejects.toMatchObject({ message: expect.stringContaining('no file') })
    writeFileSync(file, 'no backup '.repeat(1000))
    await expect(restore(store, file)).rejects.toMatchObject({
      message: expect.stringContaining('cannot be read'),
    })
    await store.close()
  })
})

/** The same rows in the tables of the first version. */
function asFirstVersion(file: string): void {
  const newer = `${file}.newer`
  renameSync(file, newer)
  const db = new DatabaseSync(file)
  db.exec(`${migrations[0]}; PRAGMA user_version = 1; ATTACH '${newer}' AS newer`)
  for (const { name } of db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").all()) {
    if (String(name).startsWith('sqlite_')) continue
    const columns = db.prepare(`SELECT name FROM pragma_table_info('${name}', 'main')`).all()
    const list = columns.map(column => column.name).join()
    db.exec(`INSERT INTO main.${name} (${list}) SELECT ${list} FROM newer.${name}`)
  }
  db.close()
  rmSync(newer)
}

describe('a backup of the first version', () => {
  test('is restored, and stays as it was', async () => {
    const file = newFile()
    const source = await newSqlite()
    const records = all
      .slice(0, 4)
      .map(record => ({ ...record, warnings: [], updatedAt: record.createdAt, expiresAt: null }))
    await fill(source, records)
    await backup(source, file)
    await source.close()
    asFirstVersion(file)
    const before = readFileSync(file)

    const target = await newSqlite(newTemplate)
    expect(await restore(target, file)).toEqual({ graphs: 4, records: 4 })
    await expectFilled(target, records)
    expect(readFileSync(file).equals(before)).toBe(true)
    await target.close()
  })
})

describe('backup', () => {
  test('never writes over a file, and leaves none behind when it fails', async () => {
    const store = await newSqlite()
    const file = newFile()
    writeFileSync(file, 'mine')
    await expect(backup(store, file)).rejects.toMatchObject({
      message: expect.stringContaining('there already'),
    })
    const nowhere = join(file, 'below')
    await expect(backup(store, nowhere)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining(`${nowhere} cannot be written`),
    })
    await store.close()

    const other = newFile()
    const broken: PortableStore = {
      ...store,
      async *dump() {
        yield {
          kind: 'graph',
          record: sampleRecord(),
          figure: {
            encoding: 'plain',
            layoutPrefix: null,
            dataBytes: 2,
            layoutBytes: 2,
            framesBytes: null,
            body: Buffer.from('[]{}'),
          },
          base: { version: 1, createdAt: new Date() },
        }
        throw new Error('the store went away')
      },
    }
    await expect(backup(broken, other)).rejects.toThrow('went away')
    expect(existsSync(other)).toBe(false)
    expect(existsSync(`${other}.part`)).toBe(false)
  })

  test('taken while graphs are created, it holds what was there when it began', async () => {
    const store = await newSqlite()
    await Promise.all(all.slice(0, 300).map((record, n) => store.graphs.insert(record, figureOf(n))))
    const file = newFile()
    const [done] = await Promise.all([
      backup(store, file),
      ...all.slice(300).map((record, n) => store.graphs.insert(record, figureOf(n))),
    ])
    expect(done.graphs).toBeGreaterThanOrEqual(300)
    const target = await newSqlite()
    expect(await restore(target, file)).toEqual(done)
    expect(await target.graphs.count(accountIdOf('account-1'))).toBe(done.graphs)
    await store.close()
    await target.close()
  })
})
