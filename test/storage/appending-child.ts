/** Another process on the same store: appends to one graph without end, several at a time, and prints what was answered. */

import { createAppendQueue } from '../../src/domain/graph/append-queue.ts'
import { accountIdOf, requireGraphId } from '../../src/domain/ids.ts'
import { readers } from '../../src/parsing/readers.ts'
import { openStore } from '../../src/storage/open.ts'

const [dataDir = '', graphId = '', from = '0'] = process.argv.slice(2)
const store = await openStore({ mongodbUrl: null, dataDir })
const queue = createAppendQueue({ store, bodies: readers, onVersion: () => {} })
let next = Number(from)
for (;;) {
  const numbers = Array.from({ length: 8 }, () => next++)
  await Promise.all(
    numbers.map(async number => {
      const claim = { id: `append-${number}`, bodyHash: 'h', expiresAt: new Date(Date.now() + 600_000) }
      const request = readers.readAppend(Buffer.from(`{"points":[{"trace":0,"y":[${number}]}]}`))
      await queue.append(
        { graphId: requireGraphId(graphId), accountId: accountIdOf('account-1') },
        { request, claim },
      )
      process.stdout.write(`${number}\n`)
    }),
  )
}
