/**
 * For a container image: unpacks the browser in `dist/`, where the service looks for it first, readable by every user,
 * and removes the packed one. Where the packed browser does not run, it only removes it.
 */

import { chmodSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packedBrowserFits, unpackBrowserInto } from '../src/rendering/chromium/unpack.ts'

const brought = join(import.meta.dirname, '..', 'dist', 'packages', '@sparticuz', 'chromium')
const home = join(brought, 'unpacked')

if (packedBrowserFits()) {
  mkdirSync(home, { recursive: true })
  await unpackBrowserInto(home)
  for (const path of globSync('**/*', { cwd: home })) chmodSync(join(home, path), 0o755)
}
rmSync(join(brought, 'bin'), { recursive: true })
