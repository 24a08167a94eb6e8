/** Another process that restores a backup, says so in the middle, and goes no further: to be killed. */

import { restore } from '../../src/storage/backup/restore.ts'
import { openStore } from '../../src/storage/open.ts'
import { atBatch } from './at-batch.ts'

const [mongodbUrl = '', dataDir = '', file = '', at = ''] = process.argv.slice(2)
const store = await openStore({ mongodbUrl: mongodbUrl || null, dataDir, forRestore: true })
const stopping = atBatch(store, Number(at), async () => {
  process.stdout.write('in the middle\n')
  setInterval(() => {}, 60_000)
  await new Promise(() => {})
})
await restore(stopping, file, { force: !(await store.isEmpty()) })
