/** Chooses the browser: the configured one, else the one from npm, else one that is installed. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unavailable } from '../../errors/errors.ts'
import { writeFontConfig } from './fonts.ts'
import { isWhole, packedBrowserFits, unpackBrowser } from './unpack.ts'

export interface BrowserBinary {
  readonly executable: string
  /** Environment variables of its processes, in addition to those of every browser. */
  readonly env: Readonly<Record<string, string>>
  /** Whether its files are as they were found; without some it does not start, without others it draws no WebGL. */
  isThere(): boolean
}

const installed: Readonly<Record<string, readonly string[]>> = {
  linux: [
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/chrome-headless-shell',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
    join(process.env.LOCALAPPDATA ?? 'C:\\', 'Google\\Chrome\\Application\\chrome.exe'),
  ],
}

export interface BrowserSearch {
  readonly browserPath: string | null
  readonly cacheDir: string
}

/** Rejects with `unavailable` if there is none. */
export async function findBrowser({ browserPath, cacheDir }: BrowserSearch): Promise<BrowserBinary> {
  if (browserPath !== null) {
    if (!existsSync(browserPath)) throw unavailable(`BROWSER_PATH: there is no file ${browserPath}`)
    return withFonts({ executable: browserPath, env: {}, isThere: () => existsSync(browserPath) }, cacheDir)
  }
  if (packedBrowserFits()) {
    const packed = await unpackBrowser(cacheDir)
    const env = { LD_LIBRARY_PATH: withFirst(packed.libraries) }
    return withFonts({ executable: packed.executable, env, isThere: () => isWhole(packed) }, cacheDir)
  }
  const executable = installed[process.platform]?.find(path => existsSync(path))
  if (!executable) throw unavailable('no browser was found; install Chrome or Chromium or set BROWSER_PATH')
  return withFonts({ executable, env: {}, isThere: () => existsSync(executable) }, cacheDir)
}

/** Only on Linux do browsers choose fonts by fontconfig. */
async function withFonts(binary: BrowserBinary, cacheDir: string): Promise<BrowserBinary> {
  if (process.platform !== 'linux') return binary
  const config = await writeFontConfig(cacheDir)
  return {
    executable: binary.executable,
    env: { ...binary.env, FONTCONFIG_FILE: config },
    isThere: () => binary.isThere() && existsSync(config),
  }
}

function withFirst(libraries: string): string {
  const others = process.env.LD_LIBRARY_PATH
  return others ? `${libraries}:${others}` : libraries
}
