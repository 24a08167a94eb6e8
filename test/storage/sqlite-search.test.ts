import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { type AccountId, accountIdOf } from '../../src/domain/ids.ts'
import { foldTitle } from '../../src/storage/case-folding.ts'
import { migrate } from '../../src/storage/sqlite/file/schema.ts'
import { fileName, openSqlite } from '../../src/storage/sqlite/open.ts'
import { createReads } from '../../src/storage/sqlite/reads/reads.ts'
import { createSearch, type SearchRequest } from '../../src/storage/sqlite/reads/search.ts'
import { createTitleIndex } from '../../src/storage/sqlite/writes/title-index.ts'

const large = 45_000
const titleOf = (n: number) => (n % 1000 === 7 ? `Rare finding ${n}` : `Nightly report ${n}`)

function insertTitles(db: DatabaseSync, accountId: string, from: number, to: number): void {
  const statement = db.prepare(
    `INSERT INTO graphs (graph_id, account_id, created_at, title, title_folded, trace_types, status, omitted)
     VALUES (?, ?, ?, ?, ?, '[]', 'ready', '[]')`,
  )
  db.exec('BEGIN')
  for (let n = from; n < to; n++) {
    const title = titleOf(n)
    // Several of the same time: pages divide them by id.
    statement.run(`${accountId}-${n}`, accountId, Math.floor(n / 3), title, foldTitle(title))
  }
  db.exec('COMMIT')
}

describe('a search among very many graphs', () => {
  let db: DatabaseSync
  const count = (accountId: AccountId) => createReads(db).count(accountId)
  const indexed = (title: string) =>
    db.prepare('SELECT rowid FROM graph_titles WHERE graph_titles MATCH ?').all(`"${title}"`).length

  const insert = (accountId: string, from: number, to: number) => insertTitles(db, accountId, from, to)

  function indexAll(): void {
    const index = createTitleIndex(db)
    const newest = index.newestGraph()
    while (index.indexTitles(newest));
  }

  beforeAll(() => {
    db = new DatabaseSync(':memory:')
    migrate(db)
    insert('small', 0, 300)
    insert('large', 0, large - 1000)
    indexAll()
    // Found without the index until its next round.
    insert('large', large - 1000, large)
  })
  afterAll(() => db.close())

  const request = (change: Partial<SearchRequest>): SearchRequest => ({
    accountId: accountIdOf('large'),
    limit: 10,
    after: null,
    before: null,
    livingAt: null,
    title: 'RARE',
    types: null,
    deadlineMs: 60_000,
    ...change,
  })
  const idsOf = async (change: Partial<SearchRequest>) =>
    (await createSearch(db)(request(change)))?.map(row => row.graph_id)
  /** What must be found, in order. */
  const rare = Array.from({ length: large }, (_, n) => n)
    .filter(n => n % 1000 === 7)
    .reverse()
    .map(n => `large-${n}`)

  test('finds the few that match, newest first, and pages both ways', async () => {
    expect(await idsOf({ limit: 100 })).toEqual(rare)
    const middle = { at: Math.floor(20_007 / 3), id: 'large-20007' }
    const place = rare.indexOf(middle.id)
    expect(await idsOf({ after: middle })).toEqual(rare.slice(place + 1, place + 11))
    expect(await idsOf({ before: middle })).toEqual(rare.slice(place - 10, place))
    expect(await idsOf({ title: 'RARE FINDING 20007' })).toEqual([middle.id])
    expect(await idsOf({ title: 'NOWHERE' })).toEqual([])
  })

  test('reads no titles but those that the index names, and the newest', async () => {
    const prepare = jest.spyOn(db, 'prepare')
    expect(await createSearch(db)(request({}))).toHaveLength(10)
    const asked = prepare.mock.calls.map(([sql]) => sql).filter(sql => sql.includes('graph_id,'))
    prepare.mockRestore()
    expect(asked).toHaveLength(1)
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${asked[0]}`).all()
    expect(plan[0]).toMatchObject({ detail: 'SEARCH graphs USING INTEGER PRIMARY KEY (rowid=?)' })
  })

  test('fills a page of a common text, and of one too short for the index', async () => {
    const newest = await idsOf({ title: 'NIGHTLY' })
    expect(newest).toHaveLength(10)
    expect(newest?.[0]).toMatch(/^large-4499\d$/)
    expect(await idsOf({ title: '7' })).toHaveLength(10)
    expect(await idsOf({ title: 'ZZ' })).toEqual([])
  })

  test("finds another account's graphs only there", async () => {
    expect(await idsOf({ accountId: accountIdOf('small') })).toEqual(['small-7'])
    expect(await idsOf({ accountId: accountIdOf('nobody') })).toEqual([])
  })

  test('lets others go between its steps, and ends at its deadline', async () => {
    let turns = 0
    let running = true
    const spin = () => {
      turns += 1
      if (running) setImmediate(spin)
    }
    spin()
    await idsOf({ title: 'ZZ' })
    running = false
    expect(turns).toBeGreaterThan(2)

    let time = 0
    const slow = createSearch(db, () => (time += 1000))
    expect(await slow(request({ title: 'ZZ', deadlineMs: 1500 }))).toBeNull()
  })

  test('titles of a large account alone are indexed, and stay so through changes', async () => {
    expect(indexed('RAR')).toBe(rare.length - 1)
    indexAll()
    expect(indexed('RAR')).toBe(rare.length)
    db.exec("UPDATE graphs SET title_folded = 'CHANGED' WHERE graph_id = 'large-7'")
    expect([await idsOf({ title: 'CHANGED' }), indexed('RAR')]).toEqual([['large-7'], rare.length - 1])
    db.exec("DELETE FROM graphs WHERE graph_id IN ('large-1007', 'small-7')")
    expect([indexed('RAR'), count(accountIdOf('large')), count(accountIdOf('small'))]).toEqual([
      rare.length - 2,
      large - 1,
      299,
    ])
    insert('small', 300, 20_500)
    indexAll()
    expect(indexed('RAR')).toBeGreaterThan(rare.length)
    expect(await idsOf({ accountId: accountIdOf('small'), title: 'RARE FINDING 1007' })).toEqual([
      'small-1007',
    ])
  })

  test('a graph that takes the place of the newest, which is gone, is found too', async () => {
    indexAll()
    const newest = () => db.prepare('SELECT max(seq) AS seq FROM graphs').get()?.seq
    const place = newest()
    db.exec(`DELETE FROM graphs WHERE seq = ${place}`)
    insert('small', 30_007, 30_008)
    expect(newest()).toBe(place)
    const sought = { accountId: accountIdOf('small'), title: 'RARE FINDING 30007' }
    expect(await idsOf(sought)).toEqual(['small-30007'])
    indexAll()
    expect(await idsOf(sought)).toEqual(['small-30007'])
  })
})

test('the first search of an account that has become large has its titles indexed, without a sweep', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plotgate-search-'))
  const store = await openSqlite(dataDir, { prefix: null, versionsKept: 1 })
  const db = new DatabaseSync(join(dataDir, fileName))
  try {
    insertTitles(db, 'small', 0, 300)
    insertTitles(db, 'large', 0, 20_001)
    const titles = () => Number(db.prepare('SELECT count(*) AS count FROM graph_titles').get()?.count)
    const search = async (account: string) =>
      (await store.graphs.list({ accountId: accountIdOf(account), limit: 100, title: 'rare' })).length
    expect(await search('small')).toBe(1)
    expect(titles()).toBe(0)
    expect(await search('large')).toBe(20)
    while (titles() === 0) await new Promise(resolve => setTimeout(resolve, 20))
  } finally {
    db.close()
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
