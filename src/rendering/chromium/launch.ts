/** Starts a browser, and ends it reliably. */

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
/** How long after the connection broke the end of the process may be reported. */
const exitReportMs = 250

export interface LaunchedBrowser {
  readonly browser: Browser
  readonly callFunction: CallFunction
  readonly pid: number
  /** A folder for this browser alone, removed when it ends. */
  readonly folder: string
  /** Kills all of its processes at once. May be called again. */
  kill(): void
  /** Resolves when its process has ended and its folder is removed. */
  readonly gone: Promise<void>
}

export interface LaunchOptions {
  readonly binary: BrowserBinary
  readonly cacheDir: string
  readonly sandbox: boolean
  /** How far it yields to other processes, from 0 (not at all, the default) to 19. */
  readonly niceness?: number
  /** Ends the browser when aborted, even while it starts. */
  readonly stop?: AbortSignal
}

/** Rejects with `unavailable`: how the browser ended, its last messages and the remedy. */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { binary, cacheDir, sandbox, niceness = 0, stop } = options
  const folders = await newFolders(cacheDir)
  const env = browserEnvironment(folders, binary.env)
  // The prefix applies to all threads and child processes of the browser.
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
    const ended = await Promise.race([started.ended, setTimeout(exitReportMs, null, { ref: false })])
    started.kill()
    await gone
    const why = explainLaunchFailure(error, ended, started.lastMessages())
    throw unavailable(`the browser did not start: ${why}`, error)
  }
}

async function connectWithin(ms: number, { pipe, ended }: BrowserProcess): Promise<Browser> {
  const stop = new AbortController()
  const late = setTimeout(ms, null, { signal: stop.signal, ref: false }).then(
    () => Promise.reject(new Error(`no answer within ${ms / 1000} s`)),
    // The timer was cancelled because another promise settled first.
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
  // Loaded while the process starts. This part of puppeteer can only connect: it is a third smaller than the whole.
  const { connect: drive } = await import('puppeteer-core/internal/puppeteer-core-browser.js')
  const driven = await drive({
    transport,
    defaultViewport: null,
    // Otherwise everything that pages load, such as images, is kept for developer tools, and their faults are reported.
    networkEnabled: false,
    issuesEnabled: false,
    protocolTimeout: callDeadlineMs,
  })
  // It is the same class, which the package's types declare twice.
  const browser = driven as unknown as Browser
  await browser.waitForTarget(target => target.type() === 'page', { timeout: launchDeadlineMs })
  return browser
}
