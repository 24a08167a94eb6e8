/** A viewer's browser for the suites: the one the renderer uses, with a network and a screen of its own. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { defaultCacheDir } from '../../src/rendering/chromium/cache-dir.ts'
import { findBrowser } from '../../src/rendering/chromium/find.ts'
import type { Visitor } from './visitor.ts'

export interface TestBrowser {
  readonly browser: Browser
  /** A page in a context of its own: no cookies, cache or storage shared with another. */
  open(options?: PageOptions): Promise<WatchedPage>
  close(): Promise<void>
}

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly phone?: boolean
  readonly dark?: boolean
  readonly scripts?: boolean
  readonly scale?: number
}

export interface WatchedPage {
  readonly page: Page
  /** What a viewer's console would show in red: errors, uncaught exceptions, refused or failed requests. */
  readonly faults: string[]
  /** Every address that was asked for. */
  readonly requests: string[]
  /** Texts of dialogs, which only injected scripts open. */
  readonly dialogs: string[]
}

export async function startTestBrowser(
  extra: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'plotgate-viewer-'))
  const { executable, env } = await findBrowser({
    browserPath: process.env.BROWSER_PATH ?? null,
    cacheDir: defaultCacheDir(),
  })
  const browser = await puppeteer.launch({
    executablePath: executable,
    headless: 'shell',
    userDataDir: profile,
    pipe: true,
    timeout: patienceMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...process.env, ...env, ...environment },
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      // Pages are put together without the graphics card that the processor plays for WebGL.
      '--disable-gpu-compositing',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      ...extra,
    ],
  })
  return {
    browser,
    open: options => openPage(browser, options),
    async close() {
      // One that has editors and their workers open may never say that it is closed: it is ended.
      const slow = setTimeout(() => browser.process()?.kill('SIGKILL'), 5_000)
      await browser.close()
      clearTimeout(slow)
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** The driver by itself gives up after 30 s, which a busy machine may need to start a browser or to load a page. */
const patienceMs = 180_000

/** For pages that the driver did not open, such as those of links: how long is waited for what they show. */
export const bePatient = (page: Page): Page => {
  page.setDefaultTimeout(patienceMs)
  return page
}

async function openPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const { phone = false, dark = false, scripts = true } = options
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  bePatient(page)
  await page.setViewport({
    width: options.width ?? (phone ? 390 : 1440),
    height: options.height ?? (phone ? 844 : 900),
    deviceScaleFactor: options.scale ?? 1,
    isMobile: phone,
    hasTouch: phone,
  })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }])
  await page.setJavaScriptEnabled(scripts)

  const watched: WatchedPage = { page, faults: [], requests: [], dialogs: [] }
  page.on('console', message => {
    if (message.type() === 'error') watched.faults.push(message.text())
  })
  page.on('pageerror', error => watched.faults.push(String(error)))
  page.on('request', request => watched.requests.push(request.url()))
  page.on('requestfailed', request => {
    watched.faults.push(`${request.url().slice(0, 200)} failed: ${request.failure()?.errorText}`)
  })
  page.on('dialog', dialog => {
    watched.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return watched
}

/** Signs the page's browser in as the visitor of a site on 127.0.0.1. */
export async function takeCookies(page: Page, { cookies }: Visitor): Promise<void> {
  for (const [name, value] of cookies) {
    // The note of the last form would be shown on the page.
    if (name === 'plotgate_flash') continue
    const cookie = { name, value, domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Lax' } as const
    await page.browserContext().setCookie(cookie)
  }
}

/** Makes Math.random of a page the same in every run: the library names parts of an svg by it. */
export const seedRandom = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let seed = 1
    Math.random = () => {
      seed = (seed * 16807) % 2147483647
      return seed / 2147483647
    }
  })
