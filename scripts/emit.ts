/**
 * Writes what is made of the code and of the charting library: `schema/`, the generated files of `src/plotly`, the
 * types of `examples/`, pages of `docs/`. Tests compare them with what they are made of.
 * Usage: npm run emit
 */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { scriptOptions } from './script-options.ts'

scriptOptions()

// In this order, and each in a process of its own: later ones load what earlier ones wrote.
for (const name of ['plotly-schema', 'locales', 'openapi', 'schema', 'client', 'docs']) {
  const script = join(import.meta.dirname, 'emit', `${name}.ts`)
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
