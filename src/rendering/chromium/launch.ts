/** Starting one browser, and ending it for certain. */

import puppeteer, { type Browser } from 'puppeteer-core'
import { unavailable } from '../../errors/errors.ts'
import { browserArguments } from './arguments.ts'
import type { BrowserBinary } from './find.ts'
import { newProfile, removeProfile } from './profiles.ts'
import { yieldingPrefix, yieldSession } from './yielding.ts'

const launchDeadlineMs = 20_000
const callDeadlineMs = 180_000
/** Every thread and child inherits it. */
const before = yieldingPrefix()

export interface LaunchedBrowser {
  readonly browser: Browser
  readonly pid: number
  /** Its own, seen by no one else and removed with it. */
  readonly folder: string
  /** Ends every process of it at once; safe to call again. */
  kill(): void
  /** Resolves when its process is gone and its folder removed. */
  readonly gone: Promise<void>
}

export interface LaunchOptions {
  readonly binary: BrowserBinary
  readonly cacheDir: string
  readonly sandbox: boolean
}

/** Rejects with `unavailable`, the browser's own words as its cause. */
export async function launchBrowser({ binary, cacheDir, sandbox }: LaunchOptions): Promise<LaunchedBrowser> {
  const profileDir = await newProfile(cacheDir)
  const args = browserArguments({ sandbox, profileDir })
  const [executablePath = '', ...words] = [...before, binary.executable]
  try {
    const browser = await puppeteer.launch({
      executablePath,
      args: [...words, ...args, 'about:blank'],
      ignoreDefaultArgs: true,
      // The browser ends itself when this pipe closes: so it does when we are killed outright.
      pipe: true,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      defaultViewport: null,
      // Else what pages load, figures' images among them, is kept for a developer to look at, and their faults told us.
      networkEnabled: false,
      issuesEnabled: false,
      env: { ...process.env, ...binary.env },
      timeout: launchDeadlineMs,
      protocolTimeout: callDeadlineMs,
    })
    const child = browser.process()!
    await yieldSession(child.pid!)
    const exited = new Promise<void>(resolve => {
      if (child.exitCode !== null || child.signalCode !== null) resolve()
      else child.once('exit', () => resolve())
    })
    const gone = exited.then(() => removeProfile(profileDir))
    return { browser, pid: child.pid!, folder: profileDir, kill: () => killGroup(child.pid!), gone }
  } catch (error) {
    await removeProfile(profileDir)
    throw unavailable(`the browser did not start: ${(error as Error).message}`, error)
  }
}

/** The driver starts it as the leader of a process group: the group ends whole. */
function killGroup(pid: number): void {
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
}
