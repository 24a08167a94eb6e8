/** Another process that restores a backup, says so in the middle, and goes no further: to be killed. */

import { restore } from '../../src/storage/backup/backup.ts'
import { openStore } from '../../src/storage/open.ts'
import { atBatch } from './at-batch.ts'

const [dataDir = '', file = ''] = process.argv.slice(2)
const store = await openStore({ mongodbUrl: null, dataDir })
const stopping = atBatch(store, 3, async () => {
  process.stdout.write('in the middle\n')
  setInterval(() => {}, 60_000)
  await new Promise(() => {})
})
await restore(stopping, file, { force: true })
