import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Store } from '../../src/domain/ports.ts'
import { openStore } from '../../src/storage/open.ts'
import { fileName } from '../../src/storage/sqlite/open.ts'
import { prepareWriter } from '../../src/storage/sqlite/schema.ts'
import { startThread } from '../../src/storage/sqlite/thread.ts'
import type { WriterCalls } from '../../src/storage/sqlite/writer.ts'
import { sampleFigure, sampleRecord } from './samples.ts'

const root = mkdtempSync(join(tmpdir(), 'plotgate-sqlite-faults-'))
let dataDir = ''
let folders = 0
beforeEach(() => {
  dataDir = join(root, String(++folders))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const open = () => openStore({ mongodbUrl: null, dataDir })
const inserted = async (store: Store, accountId = 'account-1') => {
  const record = sampleRecord({ accountId })
  await store.graphs.insert(record, sampleFigure())
  return record
}

/** A process that creates graphs; `ids` grows by each one that was answered. */
function startChild(accountId: string): {
  child: ChildProcess
  ids: string[]
  reached: (n: number) => Promise<void>
} {
  const script = fileURLToPath(new URL('./sqlite-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir, accountId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ids: string[] = []
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', chunk => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    ids.push(...lines)
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
    expect(readdirSync(dataDir)).toEqual([fileName])
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
  test('is a store whose file was removed, or another put in its place', async () => {
    const store = await open()
    await expect(store.ping()).resolves.toBeUndefined()
    rmSync(dataDir, { recursive: true })
    await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' })
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, fileName), '')
    await expect(store.ping()).rejects.toMatchObject({ message: expect.stringContaining('replaced') })
    await store.close()
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

describe('kill -9', () => {
  test('loses no create that was answered', async () => {
    for (const many of [1, 150, 700]) {
      const { child, ids, reached } = startChild('killed')
      await reached(many)
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      const store = await open()
      const figures = await store.graphs.figures(ids)
      expect(figures.size).toBe(ids.length)
      for (const id of ids) expect(figures.get(id)?.data).toBe(JSON.stringify([id]))
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
      mine.push((await inserted(store, 'mine')).graphId)
      const latest = ids.at(-1) ?? ''
      expect(await store.graphs.find(latest)).not.toBeNull()
    }
    await reached(100)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    expect(await store.graphs.count('mine')).toBe(60)
    expect(await store.graphs.count('other')).toBeGreaterThanOrEqual(ids.length)
    await store.close()
  })
})

describe('the writing thread', () => {
  const startWriter = (deadlineMs = 10_000) => {
    mkdirSync(dataDir, { recursive: true })
    return startThread<WriterCalls>({ module: 'writer', file: join(dataDir, fileName), deadlineMs })
  }

  test('killed, it rejects what waits and is started again', async () => {
    const writer = startWriter()
    await writer.call('recordInsert', 'things', 'a', '{}', null, null)
    const before = writer.worker()
    const waiting = Array.from({ length: 20 }, () => writer.call('ping'))
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
    const writer = startWriter()
    for (let death = 0; death < 6; death++) {
      await writer.call('ping')
      await writer.worker().terminate()
    }
    const began = performance.now()
    await expect(writer.call('ping')).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - began).toBeLessThan(1000)
    await writer.close()
  })

  test('that hangs is given up at the deadline', async () => {
    const writer = startWriter(1000)
    await writer.call('ping')
    const blocker = new DatabaseSync(join(dataDir, fileName))
    blocker.exec('BEGIN IMMEDIATE')
    const began = performance.now()
    await expect(writer.call('recordDelete', 'things', 'a')).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - began).toBeLessThan(4000)
    blocker.exec('ROLLBACK')
    blocker.close()
    expect(await writer.call('recordDelete', 'things', 'a')).toBe(false)
    await writer.close()
  })

  test('waits for another process that writes for a while', async () => {
    const store = await open()
    const blocker = new DatabaseSync(join(dataDir, fileName))
    blocker.exec('BEGIN IMMEDIATE')
    const insertion = inserted(store)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await store.graphs.count('account-1')).toBe(0)
    blocker.exec('COMMIT')
    blocker.close()
    const record = await insertion
    expect(await store.graphs.find(record.graphId)).toEqual(record)
    await store.close()
  })
})
