/** Starting one browser, and ending it for certain. */

import { setTimeout } from 'node:timers/promises'
import type { Browser, ConnectionTransport } from 'puppeteer-core'
import { unavailable } from '../../errors/errors.ts'
import { browserArguments } from './arguments.ts'
import type { CallFunction } from './browser-pipe.ts'
import { browserEnvironment } from './environment.ts'
import type { BrowserBinary } from './find.ts'
import { explainLaunchFailure } from './launch-failure.ts'
import { preferAsOomVictim } from './oom-victims.ts'
import { type BrowserProcess, startProcess } from './process.ts'
import { newFolders, removeFolders } from './profiles.ts'
import { yieldingPrefix, yieldSession } from './yielding.ts'

const launchDeadlineMs = 20_000
const callDeadlineMs = 180_000
/** How long its end may come after the connection broke. */
const afterthoughtMs = 250

export interface LaunchedBrowser {
  readonly browser: Browser
  readonly callFunction: CallFunction
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
  /** How far it yields to other processes: 0, the default, is not at all, 19 the most. */
  readonly niceness?: number
  /** Ends it when aborted, even while it starts. */
  readonly stop?: AbortSignal
}

/** Rejects with `unavailable`: how it ended, its own last words and what to do about them. */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { binary, cacheDir, sandbox, niceness = 0, stop } = options
  const folders = await newFolders(cacheDir)
  const env = browserEnvironment({ home: folders.profile, temporary: folders.temporary }, binary.env)
  // Every thread and child inherits what comes before the browser.
  const command = [
    ...[...yieldingPrefix(niceness), binary.executable],
    ...browserArguments({ sandbox, profileDir: folders.profile }),
    ...['--remote-debugging-pipe=cbor', 'about:blank'],
  ]
  const started = startProcess(command, env)
  stop?.addEventListener('abort', started.kill)
  if (stop?.aborted) started.kill()
  const gone = started.ended.then(() => {
    stop?.removeEventListener('abort', started.kill)
    return removeFolders(folders)
  })
  void preferAsOomVictim(started.pid)
  try {
    const browser = await connectWithin(launchDeadlineMs, started)
    await yieldSession(started.pid, niceness)
    const { pid, kill } = started
    return { browser, callFunction: started.pipe.callFunction, pid, folder: folders.profile, kill, gone }
  } catch (error) {
    const ended = await Promise.race([started.ended, setTimeout(afterthoughtMs, null, { ref: false })])
    started.kill()
    await gone
    const why = explainLaunchFailure(error, ended, started.lastWords())
    throw unavailable(`the browser did not start: ${why}`, error)
  }
}

async function connectWithin(ms: number, { pipe, ended }: BrowserProcess): Promise<Browser> {
  const stop = new AbortController()
  const late = setTimeout(ms, null, { signal: stop.signal, ref: false }).then(
    () => Promise.reject(new Error(`no answer within ${ms / 1000} s`)),
    // The other promise was first.
    () => new Promise<never>(() => {}),
  )
  const gone = ended.then(how => Promise.reject(new Error(how)))
  try {
    return await Promise.race([connect(pipe.transport), gone, late])
  } finally {
    stop.abort()
  }
}

async function connect(transport: ConnectionTransport): Promise<Browser> {
  // Loaded while the process starts: of the driver what connects, a third less than with what launches.
  const { connect: drive } = await import('puppeteer-core/internal/puppeteer-core-browser.js')
  const driven = await drive({
    transport,
    defaultViewport: null,
    // Else what pages load, figures' images among them, is kept for a developer to look at, and their faults told us.
    networkEnabled: false,
    issuesEnabled: false,
    protocolTimeout: callDeadlineMs,
  })
  // The very class that the package's types declare a second time.
  const browser = driven as unknown as Browser
  await browser.waitForTarget(target => target.type() === 'page', { timeout: launchDeadlineMs })
  return browser
}
