import { expect, test } from '@jest/globals'
import type { GraphRecord } from '../../src/domain/graph/graph.ts'
import { accountIdOf } from '../../src/domain/ids.ts'
import type { ListCursor, ListQuery } from '../../src/domain/ports.ts'
import type { Bench } from './contract.ts'
import { sampleFigure, sampleRecord } from './samples.ts'

const accountId = accountIdOf('account-1')
const cursorOf = ({ createdAt, graphId }: GraphRecord): ListCursor => ({ createdAt, graphId })

/** The order that is promised: newest first, then by graph_id. */
const inOrder = (records: readonly GraphRecord[]): GraphRecord[] =>
  [...records].sort((a, b) => +b.createdAt - +a.createdAt || (a.graphId < b.graphId ? -1 : 1))

export function listContract({ store }: Bench): void {
  const insertAll = (records: readonly GraphRecord[]) =>
    Promise.all(records.map(record => store().graphs.insert(record, sampleFigure())))
  const list = (query: Partial<ListQuery> = {}) => store().graphs.list({ accountId, limit: 100, ...query })
  const titlesFound = async (title: string) => (await list({ title })).map(record => record.title)

  test('lists the graphs of one account, newest first', async () => {
    const records = [5, 1, 3, 2, 4].map(n => sampleRecord({ createdAt: new Date(n * 1000) }))
    await insertAll([...records, sampleRecord({ accountId: accountIdOf('another') })])
    expect(await list()).toEqual(inOrder(records))
    expect(await list({ limit: 2 })).toEqual(inOrder(records).slice(0, 2))
    expect(await store().graphs.count(accountId)).toBe(5)
    expect(await list({ accountId: accountIdOf('nobody') })).toEqual([])
  })

  test.each([1, 2, 3, 7])(
    'pages of %i go forward and back over equal times without loss or repetition',
    async limit => {
      const times = [1, 1, 1, 1, 2, 2, 2, 3, 4, 4, 4, 4]
      const records = times.map(n => sampleRecord({ createdAt: new Date(n * 1000) }))
      await insertAll(records)
      const all = inOrder(records)

      const forward: GraphRecord[] = []
      for (let page = await list({ limit }); page.length > 0; ) {
        forward.push(...page)
        page = await list({ limit, after: cursorOf(page.at(-1) as GraphRecord) })
      }
      expect(forward).toEqual(all)

      const back: GraphRecord[] = [all.at(-1) as GraphRecord]
      for (;;) {
        const page = await list({ limit, before: cursorOf(back[0] as GraphRecord) })
        if (page.length === 0) break
        back.unshift(...page)
      }
      expect(back).toEqual(all)
    },
  )

  test('gives what lies between two places', async () => {
    const records = Array.from({ length: 9 }, (_, n) => sampleRecord({ createdAt: new Date(n * 1000) }))
    await insertAll(records)
    const all = inOrder(records)
    const after = cursorOf(all[1] as GraphRecord)
    const before = cursorOf(all[6] as GraphRecord)
    expect(await list({ after, before })).toEqual(all.slice(2, 6))
    expect(await list({ after, before, limit: 2 })).toEqual(all.slice(4, 6))
  })

  test('a place whose graph is gone still divides the list', async () => {
    const records = Array.from({ length: 4 }, (_, n) => sampleRecord({ createdAt: new Date(n * 1000) }))
    await insertAll(records)
    const all = inOrder(records)
    const middle = all[1] as GraphRecord
    await store().graphs.remove(middle.graphId)
    expect(await list({ after: cursorOf(middle) })).toEqual(all.slice(2))
    expect(await list({ before: cursorOf(middle) })).toEqual(all.slice(0, 1))
  })

  test.each([
    ['%', '50% of all'],
    ['_', 'snake_case'],
    ['\\', 'back\\slash'],
    ['.*', 'a.*b'],
    ['^a', 'x ^a'],
    ['$', 'US$ 5'],
    ['(', 'open ( only'],
    ['[a-', 'class [a-'],
    ["'", "Zipf's law"],
    ['"', 'say "so"'],
    ['+?{2}|', 'c+?{2}|d'],
    ['/', 'km/h'],
    ['🙂', 'so 🙂 it is'],
    ['\u0000', 'a\u0000b'],
    ['#', 'item # 1'],
    ['\n', 'two\nlines'],
    ['\\E', 'end \\E quote'],
  ])('a search takes %j for that text alone', async (search, title) => {
    await insertAll([
      ...['plain', 'abcd', 'A', null].map(other => sampleRecord({ title: other })),
      sampleRecord({ title }),
    ])
    expect(await titlesFound(search)).toEqual([title])
  })

  test.each([
    ['SALES', 'Net sales 2026'],
    ['größe', 'DIE GRÖSSE'],
    ['STRASSE', 'Straße'],
    ['МОСКВА', 'москва'],
    ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς'],
    ['ete\u0301', '\u00c9T\u00c9'.replace('\u00c9', 'E')],
    ['istanbul', 'ISTANBUL'],
    ['ﬁ', 'FINAL'],
  ])('a search ignores letter case: %s in %s', async (search, title) => {
    await insertAll([sampleRecord({ title }), sampleRecord({ title: 'other' })])
    expect(await titlesFound(search)).toEqual([title])
  })

  test('a search pages too, and an empty one finds all', async () => {
    const records = Array.from({ length: 7 }, (_, n) =>
      sampleRecord({ title: n % 2 ? 'odd' : 'Even one', createdAt: new Date(n * 1000) }),
    )
    await insertAll(records)
    const even = inOrder(records.filter(record => record.title === 'Even one'))
    const first = await list({ title: 'even', limit: 3 })
    expect(first).toEqual(even.slice(0, 3))
    expect(await list({ title: 'even', after: cursorOf(even[2] as GraphRecord) })).toEqual(even.slice(3))
    expect(await list({ title: 'even', before: cursorOf(even[3] as GraphRecord), limit: 2 })).toEqual(
      even.slice(1, 3),
    )
    expect(await list({ title: '' })).toHaveLength(7)
    expect(await list({ title: 'neither' })).toEqual([])
  })

  test('finds the graphs with a trace of some types, and of them those of a title', async () => {
    const drawn = [['bar'], ['scatter', 'pie'], ['barpolar'], ['pie'], []]
    const records = drawn.map((traceTypes, n) =>
      sampleRecord({ traceTypes, title: n < 3 ? 'Early' : 'Late', createdAt: new Date(n * 1000) }),
    )
    await insertAll(records)
    const [bar, mixed, , pie] = records
    expect(await list({ types: ['bar'] })).toEqual([bar])
    expect(await list({ types: ['pie', 'bar'] })).toEqual([pie, mixed, bar])
    expect(await list({ types: ['pie'], title: 'early' })).toEqual([mixed])
    expect(await list({ types: ['pie'], after: cursorOf(pie as GraphRecord) })).toEqual([mixed])
    expect(await list({ types: [] })).toEqual([])
  })
}
