import { type BrowserSource, createBrowserSource } from '../../../src/rendering/chromium/source.ts'

/** Browsers as the renderer opens them, for pages that a suite opens by itself. */
export const openBrowsers = (): BrowserSource =>
  createBrowserSource({
    browserPath: process.env.BROWSER_PATH || null,
    sandbox: 'auto',
    cacheDir: null,
    onEvent: () => {},
  })
