/** Which browser draws: the configured one, else the one from npm, else one that is installed. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unavailable } from '../../errors/errors.ts'
import { writeFontConfig } from './fonts.ts'
import { packedBrowserFits, unpackBrowser } from './unpack.ts'

export interface BrowserBinary {
  readonly executable: string
  /** Set for its processes alone, on top of this process's environment. */
  readonly env: Readonly<Record<string, string>>
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

/** Rejects with `unavailable` when there is none. */
export async function findBrowser({ browserPath, cacheDir }: BrowserSearch): Promise<BrowserBinary> {
  if (browserPath !== null) {
    if (!existsSync(browserPath)) throw unavailable(`BROWSER_PATH: there is no file ${browserPath}`)
    return { executable: browserPath, env: await fontEnvironment(cacheDir) }
  }
  if (packedBrowserFits()) {
    const { executable, libraries } = await unpackBrowser(cacheDir)
    return {
      executable,
      env: { LD_LIBRARY_PATH: withFirst(libraries), ...(await fontEnvironment(cacheDir)) },
    }
  }
  const executable = installed[process.platform]?.find(path => existsSync(path))
  if (!executable) throw unavailable('no browser was found; install Chrome or Chromium or set BROWSER_PATH')
  return { executable, env: await fontEnvironment(cacheDir) }
}

/** KnownDevices elsewhere than on Linux choose fonts without asking fontconfig. */
async function fontEnvironment(cacheDir: string): Promise<Record<string, string>> {
  return process.platform === 'linux' ? { FONTCONFIG_FILE: await writeFontConfig(cacheDir) } : {}
}

function withFirst(libraries: string): string {
  const others = process.env.LD_LIBRARY_PATH
  return others ? `${libraries}:${others}` : libraries
}
