// The library of the published package, copied to dist/ by the build. An older Node cannot read the bundle, so its
// version is checked before.

import { createRequire } from 'node:module'
import { oldestNode } from '../bin/oldest-node.js'

const { node } = process.versions
if (Number(node.split('.')[0]) < oldestNode) {
  throw new Error(
    `plotgate as a library needs Node ${oldestNode} or newer; this is ${node}. The plotgate command brings its own.`,
  )
}

export const { createRenderer } = createRequire(import.meta.url)('./library-bundle.js')
