import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { versionName } from '../../src/domain/graph/graph.ts'
import { accountIdOf, type GraphId } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'
import { openStore } from '../../src/storage/open.ts'
import { identityOf } from '../../src/storage/sqlite/file/file-identity.ts'
import { prepareWriter } from '../../src/storage/sqlite/file/pragmas.ts'
import { migrate } from '../../src/storage/sqlite/file/schema.ts'
import { migrations } from '../../src/storage/sqlite/migrations/migrations.ts'
import { fileName } from '../../src/storage/sqlite/open.ts'
import { startThread } from '../../src/storage/sqlite/threads/thread.ts'
import type { WriterCalls } from '../../src/storage/sqlite/threads/writer.ts'
import { eventually } from '../support/eventually.ts'
import { graphIdOf } from '../support/ids.ts'
import { pinged } from '../support/pinged.ts'
import { first, sampleFigure, sampleRecord } from './samples.ts'

const root = mkdtempSync(join(tmpdir(), 'plotgate-sqlite-faults-'))
let dataDir = ''
let folders = 0
beforeEach(() => {
  dataDir = join(root, String(++folders))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const open = () => openStore({ mongodbUrl: null, dataDir })
const inserted = async (store: Store, accountId = accountIdOf('account-1')) => {
  const record = sampleRecord({ accountId })
  await store.graphs.insert(record, sampleFigure())
  return record
}

/** A process that creates graphs; `ids` grows by each one that was answered. */
function startChild(accountId: string): {
  child: ChildProcess
  ids: GraphId[]
  reached: (n: number) => Promise<void>
} {
  const script = fileURLToPath(new URL('./sqlite-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir, accountId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ids: GraphId[] = []
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', chunk => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    ids.push(...lines.map(graphIdOf))
  })
  const reached = async (n: number) => {
    while (ids.length < n) {
      if (child.exitCode !== null) throw new Error('the child ended')
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  return { child, ids, reached }
}

describe('the file', () => {
  test('only its owner may read it and the folder that was made for it', async () => {
    dataDir = join(dataDir, 'made', 'below')
    const store = await open()
    await inserted(store)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    const files = readdirSync(dataDir)
    expect(files).toContain(`${fileName}-wal`)
    for (const file of files)
      expect(`${file} ${(statSync(join(dataDir, file)).mode & 0o777).toString(8)}`).toBe(`${file} 600`)
    await store.close()
    expect(readdirSync(dataDir)).toEqual([fileName, `${fileName}-reserve`])
  })

  test('a commit returns only when the disk has it', () => {
    mkdirSync(dataDir, { recursive: true })
    const db = new DatabaseSync(join(dataDir, fileName))
    prepareWriter(db)
    // 2 is FULL: the log is synced at every commit, not only when it is folded into the file.
    expect(db.prepare('PRAGMA synchronous').get()?.synchronous).toBe(2)
    expect(db.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal')
    db.close()
  })

  test.each([
    [
      'made by a newer version',
      () => {
        const db = new DatabaseSync(join(dataDir, fileName))
        db.exec('PRAGMA user_version = 99')
        db.close()
      },
      /newer version/,
    ],
    [
      'of another kind',
      () => writeFileSync(join(dataDir, fileName), 'not a database '.repeat(500)),
      /not a database/,
    ],
    ['that is a folder', () => mkdirSync(join(dataDir, fileName)), /DATA_DIR/],
  ] as const)('one %s is refused, saying why', async (_, make, reason) => {
    mkdirSync(dataDir, { recursive: true })
    make()
    await expect(open()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(reason),
    })
  })
})

describe('not ready', () => {
  test.each(['', '-wal', '-shm'])(
    'is a store whose file%s was removed, or another put in its place: nothing more is stored',
    async suffix => {
      const store = await open()
      const kept = await inserted(store)
      expect(await pinged(store)).toBeNull()
      rmSync(join(dataDir, fileName + suffix))
      const cause = expect.objectContaining({ message: expect.stringContaining('removed or replaced') })
      const refused = { code: 'unavailable', cause }
      await expect(inserted(store)).rejects.toMatchObject(refused)
      expect(await pinged(store)).toMatchObject({ message: expect.stringContaining('replaced') })
      writeFileSync(join(dataDir, fileName + suffix), '')
      await expect(inserted(store)).rejects.toMatchObject(refused)
      // What is open can still be read.
      expect(await store.graphs.find(kept.graphId)).toEqual(kept)
      await store.close()
    },
  )

  test('is a store whose writing thread comes back to another file', async () => {
    mkdirSync(dataDir, { recursive: true })
    const file = join(dataDir, fileName)
    writeFileSync(file, '')
    const identity = identityOf(file)
    const writer = startThread<WriterCalls>({
      module: 'writer',
      data: () => ({ file, identity }),
      deadlineMs: 60_000,
    })
    await writer.call('beat')
    await writer.worker().terminate()
    rmSync(dataDir, { recursive: true })
    await expect(writer.call('beat')).rejects.toMatchObject({ code: 'unavailable' })
    expect(existsSync(file)).toBe(false)
    await writer.close()
  })

  test('is a store with noise in the middle of its file, before anybody reads there', async () => {
    const before = await open()
    for (let count = 0; count < 40; count++) {
      const data = JSON.stringify([randomBytes(40_000).toString('base64')])
      await before.graphs.insert(sampleRecord(), sampleFigure({ data }))
    }
    await before.close()
    const file = join(dataDir, fileName)
    const middle = Math.floor(statSync(file).size / 2 / 4096) * 4096
    const handle = openSync(file, 'r+')
    writeSync(handle, randomBytes(65_536), 0, 65_536, middle)
    closeSync(handle)
    const store = await open()
    const damaged = { code: 'unavailable', message: expect.stringContaining('damaged') }
    await eventually('the damage is found', async () => (await pinged(store)) !== null)
    expect(await pinged(store)).toMatchObject(damaged)
    await store.close()
  })

  test('is a store that has met a damaged page', async () => {
    const store = await open()
    await store.graphs.insert(sampleRecord(), sampleFigure())
    await store.close()
    const file = join(dataDir, fileName)
    const again = await open()
    expect(await pinged(again)).toBeNull()
    // Not the first page, and none that was read until now.
    const handle = openSync(file, 'r+')
    writeSync(handle, randomBytes(statSync(file).size - 4096), 0, undefined, 4096)
    closeSync(handle)
    await expect(again.graphs.list({ accountId: accountIdOf('account-1'), limit: 10 })).rejects.toMatchObject(
      {
        code: 'unavailable',
      },
    )
    expect(await pinged(again)).toMatchObject({ message: expect.stringContaining('damaged') })
    await again.close()
  })

  test('is a store whose disk takes no more, though it can be read', async () => {
    const script = fileURLToPath(new URL('./sqlite-full-child.ts', import.meta.url))
    // The bound on a file's size, in blocks, stands for the end of the disk.
    const child = spawn('sh', ['-c', 'ulimit -f 4096; exec "$@"', 'sh', process.execPath, script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = (await child.stdout.setEncoding('utf8').toArray()).join('')
    expect(said).toBe('ready\nfull: unavailable\nreadable\nnot ready: unavailable\n')
  })
})

describe('the size of the file', () => {
  test('follows what is stored: space of what was removed goes back to the disk', async () => {
    const store = await open()
    for (let count = 0; count < 60; count++) {
      const data = JSON.stringify([randomBytes(60_000).toString('base64')])
      await store.graphs.insert(sampleRecord({ accountId: accountIdOf('leaving') }), sampleFigure({ data }))
    }
    const file = join(dataDir, fileName)
    const sweep = () => store.sweep({ variantBytes: 0, now: new Date() })
    await sweep()
    expect(statSync(file).size).toBeGreaterThan(3_000_000)
    await store.graphs.removeAll(accountIdOf('leaving'))
    await sweep()
    expect(statSync(file).size).toBeLessThan(500_000)
    await store.close()
  })

  test('also of a file from before', async () => {
    mkdirSync(dataDir, { recursive: true })
    const db = new DatabaseSync(join(dataDir, fileName))
    db.exec('PRAGMA journal_mode = WAL')
    migrate(db)
    db.close()
    await (await open()).close()
    const after = new DatabaseSync(join(dataDir, fileName), { readOnly: true })
    expect(after.prepare('PRAGMA auto_vacuum').get()?.auto_vacuum).toBe(2)
    after.close()
  })
})

test('refusals of versions that could not tell whose page it was are taken up again, those of this one stand', async () => {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(join(dataDir, fileName))
  const healing = migrations.findIndex(step => step.includes(`WHERE status = 'failed'`))
  for (const step of migrations.slice(0, healing)) db.exec(step)
  db.exec(`
    PRAGMA user_version = ${healing};
    INSERT INTO graphs (graph_id, account_id, created_at, trace_types, status, error, omitted)
      VALUES ('refused', 'a', 0, '[]', 'failed', 'plotgate is not defined', '[]')`)
  db.close()

  const store = await open()
  const pending = { status: 'pending', error: null, omitted: [] } as const
  expect((await store.graphs.find(graphIdOf('refused')))?.rendering).toEqual(pending)
  expect(await store.graphs.unfinished({ limit: 10 })).toMatchObject([{ graphId: 'refused' }])
  const failed = { status: 'failed', error: 'no such subplot', omitted: [] } as const
  await store.graphs.setRendering({ graphId: graphIdOf('refused'), version: 1 }, failed)
  await store.close()

  const again = await open()
  expect((await again.graphs.find(graphIdOf('refused')))?.rendering).toEqual(failed)
  expect(await again.graphs.unfinished({ limit: 10 })).toEqual([])
  await again.close()
})

describe('a full disk', () => {
  // Only root may make a disk that is small.
  const withSmallDisk = process.getuid?.() === 0 && process.platform === 'linux' ? test : test.skip
  withSmallDisk('takes no graph and still removes them, after which there is room again', async () => {
    mkdirSync(dataDir, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', dataDir])
    try {
      const store = await open()
      const made: GraphId[] = []
      const create = async () => {
        const data = JSON.stringify([randomBytes(100_000).toString('base64')])
        const record = sampleRecord()
        await store.graphs.insert(record, sampleFigure({ data }))
        made.push(record.graphId)
      }
      for (let count = 0; count < 500; count++)
        if (
          !(await create().then(
            () => true,
            () => false,
          ))
        )
          break
      expect(made.length).toBeGreaterThan(100)
      await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' })
      // Others may take the rest.
      const filler = join(dataDir, 'filler')
      execFileSync('sh', ['-c', `cat /dev/zero > ${filler} 2>/dev/null || true`])
      for (const graphId of made.splice(0, 5)) expect(await store.graphs.remove(graphId)).toBe(true)
      rmSync(filler)
      for (const graphId of made.splice(0, 50)) expect(await store.graphs.remove(graphId)).toBe(true)
      await eventually('room again', async () => (await pinged(store)) === null)
      await create()
      const figures = await store.graphs.figures(made.map(first))
      expect(figures.size).toBe(made.length)
      await store.close()
    } finally {
      execFileSync('umount', ['-l', dataDir])
    }
  })

  withSmallDisk(
    'that is full in the middle of many creates lets what is deleted beside them be removed',
    async () => {
      mkdirSync(dataDir, { recursive: true })
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', dataDir])
      try {
        const store = await open()
        const { graphId } = await inserted(store)
        // There is room for a few of these.
        const { bavail, bsize } = statfsSync(dataDir)
        const taken = Math.floor((bavail * bsize) / 2 ** 20) - 7
        execFileSync('dd', [
          'if=/dev/zero',
          `of=${join(dataDir, 'filler')}`,
          'bs=1M',
          `count=${taken}`,
          'status=none',
        ])
        const data = JSON.stringify([randomBytes(30_000).toString('base64')])
        const creates = Array.from({ length: 400 }, () =>
          store.graphs.insert(sampleRecord(), sampleFigure({ data })),
        )
        const removed = store.graphs.remove(graphId)
        for (const outcome of await Promise.allSettled(creates))
          expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
        expect(await removed).toBe(true)
        expect(await store.graphs.find(graphId)).toBeNull()
        await store.close()
      } finally {
        execFileSync('umount', ['-l', dataDir])
      }
    },
  )

  withSmallDisk('can be opened after every restart: what is there is read and removed', async () => {
    mkdirSync(dataDir, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', dataDir])
    try {
      const store = await open()
      const [kept, ...removed] = [1, 2, 3, 4].map(() => sampleRecord())
      for (const record of [kept, ...removed]) if (record) await store.graphs.insert(record, sampleFigure())
      await store.close()

      for (const [restart, record] of removed.entries()) {
        // Whatever is free is taken by others, again and again.
        execFileSync('sh', [
          '-c',
          `cat /dev/zero > ${join(dataDir, `filler-${restart}`)} 2>/dev/null || true`,
        ])
        const again = await open()
        expect(kept && (await again.graphs.find(kept.graphId))).not.toBeNull()
        await expect(again.graphs.insert(sampleRecord(), sampleFigure())).rejects.toMatchObject({
          code: 'unavailable',
        })
        execFileSync('sh', ['-c', `cat /dev/zero > ${join(dataDir, `more-${restart}`)} 2>/dev/null || true`])
        expect(await again.graphs.remove(record.graphId)).toBe(true)
        await again.close()
      }
    } finally {
      execFileSync('umount', ['-l', dataDir])
    }
  })
})

describe('kill -9', () => {
  test('loses no create that was answered', async () => {
    for (const many of [1, 150, 700]) {
      const { child, ids, reached } = startChild('killed')
      await reached(many)
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      const store = await open()
      const figures = await store.graphs.figures(ids.map(first))
      expect(figures.size).toBe(ids.length)
      for (const id of ids) expect(figures.get(versionName(first(id)))?.data).toBe(JSON.stringify([id]))
      expect((await store.graphs.findMany(ids)).size).toBe(ids.length)
      await store.close()
    }
  })
})

describe('two processes on one file', () => {
  test('both write, and each sees at once what the other was answered', async () => {
    const store = await open()
    const { child, ids, reached } = startChild('other')
    await reached(1)
    const mine: string[] = []
    for (let n = 0; n < 60; n++) {
      mine.push((await inserted(store, accountIdOf('mine'))).graphId)
      const latest = ids.at(-1) ?? graphIdOf('')
      expect(await store.graphs.find(latest)).not.toBeNull()
    }
    await reached(100)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    expect(await store.graphs.count(accountIdOf('mine'))).toBe(60)
    expect(await store.graphs.count(accountIdOf('other'))).toBeGreaterThanOrEqual(ids.length)
    await store.close()
  })
})

describe('the writing thread', () => {
  const startWriter = (deadlineMs = 60_000) => {
    mkdirSync(dataDir, { recursive: true })
    return startThread<WriterCalls>({
      module: 'writer',
      data: () => ({ file: join(dataDir, fileName), identity: null }),
      deadlineMs,
    })
  }

  test('killed, it rejects what waits and is started again', async () => {
    const writer = startWriter()
    await writer.call('recordInsert', 'things', 'a', '{}', null, null)
    const before = writer.worker()
    const waiting = Array.from({ length: 20 }, () => writer.call('beat'))
    const outcomes = Promise.allSettled(waiting)
    await before.terminate()
    expect((await outcomes).map(outcome => outcome.status === 'rejected' && outcome.reason.code)).toEqual(
      Array(20).fill('unavailable'),
    )
    expect(await writer.call('recordTake', 'things', 'a')).toBe('{}')
    expect(writer.worker()).not.toBe(before)
    await writer.close()
  })

  test('that keeps dying is left alone, and says so without delay', async () => {
    // A call that waited would do so until the deadline, longer than a test may take.
    const writer = startWriter(3_600_000)
    for (let death = 0; death < 6; death++) {
      await writer.call('beat')
      await writer.worker().terminate()
    }
    await expect(writer.call('beat')).rejects.toMatchObject({ code: 'unavailable' })
    await writer.close()
  })

  test('that hangs is given up at the deadline', async () => {
    const writer = startWriter(1000)
    await writer.call('beat')
    const blocker = new DatabaseSync(join(dataDir, fileName))
    blocker.exec('BEGIN IMMEDIATE')
    await expect(writer.call('recordDelete', 'things', 'a')).rejects.toMatchObject({ code: 'unavailable' })
    blocker.exec('ROLLBACK')
    blocker.close()
    await eventually('the next thread writes', () =>
      writer.call('recordDelete', 'things', 'a').then(
        removed => removed === false,
        () => false,
      ),
    )
    await writer.close()
  })

  test('waits for another process that writes for a while', async () => {
    const store = await open()
    const blocker = new DatabaseSync(join(dataDir, fileName))
    blocker.exec('BEGIN IMMEDIATE')
    const insertion = inserted(store)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await store.graphs.count(accountIdOf('account-1'))).toBe(0)
    blocker.exec('COMMIT')
    blocker.close()
    const record = await insertion
    expect(await store.graphs.find(record.graphId)).toEqual(record)
    await store.close()
  })
})
