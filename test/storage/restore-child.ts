/** Another process that restores a backup, says so in the middle, and goes no further: to be killed. */

import { restore } from '../../src/storage/backup/backup.ts'
import type { PortableStore } from '../../src/storage/backup/dump.ts'
import { openStore } from '../../src/storage/open.ts'

const [dataDir = '', file = ''] = process.argv.slice(2)
const store = await openStore({ mongodbUrl: null, dataDir })
const stopping: PortableStore = {
  ...store,
  load: batches =>
    store.load(
      (async function* () {
        let batch = 0
        for await (const items of batches) {
          if (++batch === 3) {
            process.stdout.write('in the middle\n')
            setInterval(() => {}, 60_000)
            await new Promise(() => {})
          }
          yield items
        }
      })(),
    ),
}
await restore(stopping, file, { force: true })
