/** A process whose disk ends: creates graphs until no more are taken, then tells what the store says of itself. */

import { randomBytes } from 'node:crypto'
import type { AppError } from '../../src/errors/errors.ts'
import { openStore } from '../../src/storage/open.ts'
import { pinged } from '../support/pinged.ts'
import { sampleFigure, sampleRecord } from './samples.ts'

const [dataDir = ''] = process.argv.slice(2)
const store = await openStore({ mongodbUrl: null, dataDir })
const tell = (line: string) => process.stdout.write(`${line}\n`)

await pinged(store)
tell('ready')

const first = sampleRecord()
await store.graphs.insert(first, sampleFigure())

let refusal = ''
for (let bytes = 100_000; bytes >= 1; ) {
  const data = JSON.stringify([randomBytes(bytes).toString('base64')])
  await store.graphs.insert(sampleRecord(), sampleFigure({ data })).catch((error: AppError) => {
    refusal = error.code
    bytes = Math.floor(bytes / 10)
  })
}
tell(`full: ${refusal}`)
if ((await store.graphs.find(first.graphId)) !== null) tell('readable')

// A write of a page or two may still fit behind what did not.
for (let times = 0; times < 10; times++) {
  const refused = await pinged(store)
  if (refused === null) continue
  tell(`not ready: ${refused.code}`)
  break
}
process.exit()
