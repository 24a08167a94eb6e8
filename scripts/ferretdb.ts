/**
 * Builds FerretDB (MongoDB's protocol over SQLite) for the tests, once, into a cache folder outside the checkout,
 * and prints where it is. Needs Go and its module proxy. Usage: node scripts/ferretdb.ts
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const source = fileURLToPath(new URL('./ferretdb', import.meta.url))
const sourceFiles = ['main.go', 'go.mod', 'go.sum']
const buildMs = 9 * 60_000

/** Where the program of exactly these sources is or will be. */
export function ferretdbPath(): string {
  const hash = createHash('sha256')
  for (const name of sourceFiles) hash.update(readFileSync(join(source, name)))
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(cache, 'plotgate', `ferretdb-${hash.digest('hex').slice(0, 12)}`)
}

/** The program's path, built now where it is not there yet. Rejects with what Go printed. */
export async function buildFerretdb(): Promise<string> {
  const path = ferretdbPath()
  if (existsSync(path)) return path
  const cache = join(path, '..')
  await mkdir(cache, { recursive: true })
  // Built in a folder of its own and moved at the end: two builders at once do not meet.
  const work = await mkdtemp(join(cache, 'build-'))
  try {
    for (const name of sourceFiles) await cp(join(source, name), join(work, name))
    await promisify(execFile)('go', ['build', '-trimpath', '-o', 'ferretdb', '.'], {
      cwd: work,
      timeout: buildMs,
      env: { ...process.env, GOFLAGS: '-mod=readonly -buildvcs=false', CGO_ENABLED: '0' },
    })
    await rename(join(work, 'ferretdb'), path)
    return path
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(await buildFerretdb())
