/** Unpacks the browser from npm, once, into a private folder named after its version. */

import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { packageFile } from '../../package-files.ts'
import { newOwnerName } from './profiles.ts'

const packageName = '@sparticuz/chromium'
const unpackDeadlineMs = 120_000
/** The folder of a browser, before its version. */
const prefix = 'chromium-'
const unusedMs = 7 * 24 * 60 * 60 * 1000

/** The sizes of all files by path, written when all of them are there. */
const sizesFile = 'sizes.json'

export interface PackedBrowser {
  readonly home: string
  readonly executable: string
  /** The folder of its shared libraries, for systems that lack them. */
  readonly libraries: string
}

/** Whether the packed browser runs on this kind of machine. */
export const packedBrowserFits = (): boolean => process.platform === 'linux' && process.arch === 'x64'

const browserIn = (home: string): PackedBrowser => ({
  home,
  executable: join(home, 'chromium'),
  libraries: join(home, 'al2023', 'lib'),
})

/** A container image contains it unpacked, so that it starts sooner and works on a read-only root. */
const unpackedBefore = () => browserIn(packageFile(packageName, 'unpacked'))

/** If two processes unpack at the same time, the first rename wins. */
export async function unpackBrowser(cacheDir: string): Promise<PackedBrowser> {
  if (isWhole(unpackedBefore())) return unpackedBefore()
  const name = `${prefix}${await packedVersion()}`
  const browser = browserIn(join(cacheDir, name))
  if (!isWhole(browser)) await unpackAtomically(cacheDir, browser)
  await removeUnusedBrowsers(cacheDir, name)
  return browser
}

async function unpackAtomically(cacheDir: string, browser: PackedBrowser): Promise<void> {
  const { home } = browser
  await mkdir(cacheDir, { recursive: true, mode: 0o700 })
  const scratch = join(cacheDir, `unpacking-${await newOwnerName()}`)
  await mkdir(scratch, { mode: 0o700 })
  try {
    await unpackBrowserInto(scratch)
    // Another process may have been first, and its copy is as good. An incomplete copy is replaced.
    if (!isWhole(browser)) {
      await rm(home, { recursive: true, force: true })
      await rename(scratch, home).catch(error => {
        if (!isWhole(browser)) throw error
      })
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Removes the browsers of releases that have not been started for a while; each has about 210 MB. A process of such a
 * release that still runs unpacks its browser again. `used` is the one that is started now.
 */
async function removeUnusedBrowsers(cacheDir: string, used: string): Promise<void> {
  const now = Date.now()
  await utimes(join(cacheDir, used), new Date(now), new Date(now)).catch(() => {})
  for (const name of await readdir(cacheDir).catch(() => [])) {
    if (!name.startsWith(prefix) || name === used) continue
    const path = join(cacheDir, name)
    const startedAt = (await stat(path).catch(() => null))?.mtimeMs ?? now
    if (now - startedAt > unusedMs) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

/** Whether all files are as they were unpacked: a program that cleans up caches, or a full disk, may have changed some. */
export function isWhole({ home, executable }: PackedBrowser): boolean {
  try {
    accessSync(executable, constants.X_OK)
    const sizes = JSON.parse(readFileSync(join(home, sizesFile), 'utf8')) as Record<string, number>
    return Object.entries(sizes).every(([path, size]) => statSync(join(home, path)).size === size)
  } catch {
    return false
  }
}

async function packedVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile(packageName, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** The browser, its software rendering, and the NSS and font libraries that a minimal system lacks. */
export async function unpackBrowserInto(folder: string): Promise<void> {
  const { extract } = createRequire(import.meta.url)('tar-fs') as { extract(folder: string): Writable }
  const signal = AbortSignal.timeout(unpackDeadlineMs)
  const unpack = (name: string, to: Writable) =>
    pipeline(createReadStream(packageFile(packageName, 'bin', name)), createBrotliDecompress(), to, {
      signal,
    })
  await Promise.all([
    unpack('chromium.br', createWriteStream(join(folder, 'chromium'), { mode: 0o700 })),
    unpack('swiftshader.tar.br', extract(folder)),
    unpack('al2023.tar.br', extract(join(folder, 'al2023'))),
  ])
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const sizes = paths.map(path => [relative(folder, path), statSync(path).size])
  await writeFile(join(folder, sizesFile), JSON.stringify(Object.fromEntries(sizes)))
}
