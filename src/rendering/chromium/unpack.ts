/** The browser that comes with npm, unpacked once into a private folder named by its version. */

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packageName = '@sparticuz/chromium'
const unpackDeadlineMs = 120_000

export interface PackedBrowser {
  readonly executable: string
  /** The folder of its own libraries, for systems that lack them. */
  readonly libraries: string
}

/** Whether the packed browser runs on this machine at all. */
export const packedBrowserFits = (): boolean => process.platform === 'linux' && process.arch === 'x64'

/**
 * Unpacks in a process of its own: 70 MB of brotli would stop this one for seconds, and the package reads
 * and writes the environment when it is imported. Two starts at once both unpack; the first rename wins.
 */
export async function unpackBrowser(cacheDir: string): Promise<PackedBrowser> {
  const home = join(cacheDir, `chromium-${await packedVersion()}`)
  const browser = { executable: join(home, 'chromium'), libraries: join(home, 'al2023', 'lib') }
  if (isWhole(browser)) return browser
  await mkdir(cacheDir, { recursive: true, mode: 0o700 })
  const scratch = join(cacheDir, `unpacking-${process.pid}-${randomBytes(6).toString('hex')}`)
  await mkdir(scratch, { mode: 0o700 })
  try {
    await unpackInto(scratch)
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
  const manifest = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'package.json')
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  return version
}

async function unpackInto(folder: string): Promise<void> {
  const script = `
    const { default: chromium } = await import(${JSON.stringify(import.meta.resolve(packageName))})
    await chromium.executablePath()`
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    // With this variable the package unpacks its own NSS and font libraries too, which a bare system lacks.
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', NODE_OPTIONS: '' },
    timeout: unpackDeadlineMs,
  })
  await chmod(join(folder, 'chromium'), 0o700)
}
