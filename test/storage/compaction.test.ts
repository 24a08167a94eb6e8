/** Compaction while points go on being appended. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { eventually } from '../support/eventually.ts'
import { first, sampleFigure, sampleRecord } from './samples.ts'
import { sqliteBackend } from './sqlite-backend.ts'
import { append } from './version-samples.ts'

test('a large figure is compacted although it has new points before the reader thread has come to it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plotgate-compaction-'))
  const { open, rows } = sqliteBackend(dataDir)
  const store = await open()
  const record = sampleRecord()
  const data = `[{"x":[${Array.from({ length: 40_000 }, (_, n) => n)}],"y":[]}]`
  await store.graphs.insert(record, sampleFigure({ data }))

  const many = Array.from({ length: 60_000 }, (_, n) => n).join()
  let version = 1
  const add = async (x: string) => store.graphs.append(record.graphId, version++, [append(x)])
  for (const x of [many, '1', '2', '3']) await add(x)
  // The reader thread is busy with these, and the points that follow are stored first.
  const reading = store.graphs.figures(Array.from({ length: 100 }, () => first(record.graphId)))
  await add(many)
  for (let n = 0; n < 20; n++) await add('4')
  await reading
  await eventually(
    'the points are merged into the figure',
    async () => ((await rows()).appends ?? 0) < version - 1,
  )
  expect((await store.graphs.find(record.graphId))?.version).toBe(version)
  const [trace] = JSON.parse(String((await store.graphs.figure(record.graphId))?.data))
  expect(trace.y).toHaveLength(2 * 60_000 + 3 + 20)
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})
