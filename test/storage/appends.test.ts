/** Appends of a process that is killed in the middle: what was answered is there, once, whatever is sent again. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { createAppendQueue } from '../../src/domain/graph/append-queue.ts'
import { accountIdOf } from '../../src/domain/ids.ts'
import { readers } from '../../src/parsing/readers.ts'
import { openStore } from '../../src/storage/open.ts'
import { sampleFigure, sampleRecord } from './samples.ts'

const child = join(import.meta.dirname, 'appending-child.ts')

/** Runs until so many appends were answered, then kills it. Returns the numbers that were answered. */
async function runAndKill(dataDir: string, graphId: string, from: number, many: number): Promise<number[]> {
  const running = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', child, dataDir, graphId, String(from)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let text = ''
  const exited = once(running, 'exit')
  running.stdout.on('data', chunk => {
    text += String(chunk)
    if (text.split('\n').length > many) running.kill('SIGKILL')
  })
  await exited
  return text.split('\n').slice(0, -1).map(Number)
}

test('kill -9 loses none that was answered, and a retry under the same key doubles none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plotgate-appends-'))
  const record = sampleRecord()
  const { graphId } = record
  const first = await openStore({ mongodbUrl: null, dataDir })
  await first.graphs.insert(record, sampleFigure({ data: '[{"y":[]}]' }))
  await first.close()
  const answered: number[] = []
  let sent = 0
  for (const many of [1, 60, 900]) {
    answered.push(...(await runAndKill(dataDir, graphId, sent, many)))
    // As many as the process can have begun beyond what it printed.
    sent = Math.max(...answered) + 64
  }
  const store = await openStore({ mongodbUrl: null, dataDir })
  const numbers = async (): Promise<number[]> =>
    JSON.parse(String((await store.graphs.figure(graphId))?.data))[0].y
  const before = await numbers()
  expect(new Set(before).size).toBe(before.length)
  expect(before).toEqual(expect.arrayContaining(answered))
  expect((await store.graphs.find(graphId))?.version).toBe(before.length + 1)

  const queue = createAppendQueue({ store, bodies: readers, onVersion: () => {} })
  await Promise.all(
    before.map(number =>
      queue.append(
        { graphId, accountId: accountIdOf('account-1') },
        {
          request: readers.readAppend(Buffer.from(`{"points":[{"trace":0,"y":[${number}]}]}`)),
          claim: { id: `append-${number}`, bodyHash: 'h', expiresAt: new Date(Date.now() + 600_000) },
        },
      ),
    ),
  )
  expect(await numbers()).toEqual(before)
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})
