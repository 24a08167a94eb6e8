/** Another process on the same store: creates graphs without end and prints each id once it was answered. */

import { accountIdOf } from '../../src/domain/ids.ts'
import { openStore } from '../../src/storage/open.ts'
import { sampleFigure, sampleRecord } from './samples.ts'

const [dataDir = '', accountId = ''] = process.argv.slice(2)
const store = await openStore({ mongodbUrl: null, dataDir })
for (;;) {
  const records = Array.from({ length: 20 }, () => sampleRecord({ accountId: accountIdOf(accountId) }))
  await Promise.all(
    records.map(async record => {
      await store.graphs.insert(record, sampleFigure({ data: JSON.stringify([record.graphId]) }))
      process.stdout.write(`${record.graphId}\n`)
    }),
  )
}
