// The library of the published package. An older Node cannot read the bundle, so its version is checked before.

import { createRequire } from 'node:module'

const oldest = 24
const { node } = process.versions
if (Number(node.split('.')[0]) < oldest) {
  throw new Error(
    `plotgate as a library needs Node ${oldest} or newer; this is ${node}. The plotgate command brings its own.`,
  )
}

export const { createRenderer } = createRequire(import.meta.url)('./library-bundle.js')
