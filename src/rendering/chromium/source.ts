/** Starts browsers for the pool: decides which browser, whether with its sandbox, and in which folder. */

import { existsSync } from 'node:fs'
import { settledWithin } from '../../async/with-timeout.ts'
import { messageOf } from '../../errors/cause.ts'
import { shuttingDown, unavailable } from '../../errors/errors.ts'
import type { RendererEvent } from '../renderer-event.ts'
import { defaultCacheDir, usableFolder } from './cache-dir.ts'
import { type BrowserBinary, findBrowser } from './find.ts'
import { type LaunchedBrowser, launchBrowser } from './launch.ts'
import { removeAbandonedFolders } from './profiles.ts'

export interface BrowserSourceOptions {
  readonly browserPath: string | null
  readonly sandbox: 'auto' | 'on' | 'off'
  /** Null: a folder of this user. */
  readonly cacheDir: string | null
  /** Folders to use if none of the usual ones can be used. */
  readonly otherCacheDirs?: readonly string[] | undefined
  /** How far browsers yield to other processes. Default: not at all. */
  readonly niceness?: number | undefined
  readonly onEvent: (event: RendererEvent) => void
}

export interface BrowserSource {
  /** Rejects with `unavailable`. */
  launch(): Promise<LaunchedBrowser>
  /** Ends all browsers, including those that are starting. Resolves when they have ended. */
  close(): Promise<void>
}

/** How long a browser that is starting may take to end. */
const closeMs = 3000

interface Place {
  readonly binary: BrowserBinary
  readonly cacheDir: string
}

export function createBrowserSource(options: BrowserSourceOptions): BrowserSource {
  const { sandbox, niceness = 0, onEvent } = options
  const running = new Set<LaunchedBrowser>()
  const starting = new Set<Promise<LaunchedBrowser>>()
  const closing = new AbortController()
  let found: Promise<Place> | null = null
  /** Decided by the first launch; the others wait for it. */
  let sandboxed: Promise<boolean> | null = null

  /** Found once, and again if a part of it has been deleted, such as by a program that cleans up folders. */
  async function find(): Promise<Place> {
    const before = found
    const place = await before?.catch(() => null)
    if (place && isThere(place)) return place
    // Unless another launch has already begun to do so.
    if (found === before || found === null) found = prepare()
    return found
  }

  async function prepare(): Promise<Place> {
    const cacheDir =
      options.cacheDir === null ? defaultCacheDir(options.otherCacheDirs) : usableFolder(options.cacheDir)
    await removeAbandonedFolders(cacheDir)
    return { cacheDir, binary: await findBrowser({ browserPath: options.browserPath, cacheDir }) }
  }

  async function trySandbox(place: Place): Promise<boolean> {
    if (sandbox === 'off') return false
    const reason = await whyNoSandbox(place)
    if (reason === null) return true
    if (sandbox === 'on') {
      onEvent({ kind: 'refused', reason })
      throw unavailable(`RENDER_SANDBOX is "on" but the browser's sandbox does not work here: ${reason}`)
    }
    onEvent({ kind: 'no-sandbox', reason })
    return false
  }

  async function start(): Promise<LaunchedBrowser> {
    const place = await find()
    sandboxed ??= trySandbox(place)
    const isSandboxed = await sandboxed
    if (closing.signal.aborted) throw shuttingDown()
    const stop = closing.signal
    const launched = await launchBrowser({ ...place, niceness, sandbox: isSandboxed, stop })
    running.add(launched)
    void launched.gone.then(() => running.delete(launched))
    return launched
  }

  return {
    async launch() {
      const launched = start()
      starting.add(launched)
      return launched.finally(() => starting.delete(launched))
    },

    async close() {
      closing.abort()
      // A browser that is being unpacked is not waited for.
      await settledWithin(Promise.allSettled(starting), closeMs)
      await Promise.all([...running].map(({ gone }) => gone))
    },
  }
}

const isThere = ({ cacheDir, binary }: Place): boolean => existsSync(cacheDir) && binary.isThere()

/** Null if the sandbox works. Only an actual start shows that, because too many settings of the kernel play a part. */
async function whyNoSandbox(place: Place): Promise<string | null> {
  if (process.getuid?.() === 0) return 'Chromium refuses its sandbox to root; run as another user'
  try {
    const launched = await launchBrowser({ ...place, niceness: 0, sandbox: true })
    launched.kill()
    await launched.gone
    return null
  } catch (error) {
    return messageOf(error)
  }
}
