/** The render page's own origin: everything it may load, served from memory. */

import { baseMap } from '../../bundling/base-maps.ts'
import { browserScript } from '../../bundling/browser-scripts.ts'
import { rendererLibrary } from '../../bundling/renderer-library.ts'
import { mathScript, readMathFile } from '../../plotly/mathjax.ts'

/** An origin of its own, which maplibre needs, with a host name that can never exist (RFC 2606). */
export const siteOrigin = 'https://figure.plotgate.invalid'

export interface SiteFile {
  readonly type: string
  /** As the browser's protocol expects it. */
  readonly base64: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The file at a path of the site; null if there is none. */
export type Site = (path: string) => Promise<SiteFile | null>

const policy = [
  "default-src 'none'",
  "script-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  'img-src data: blob:',
  "font-src 'self' data:",
  "connect-src 'self' data: blob:",
  'worker-src blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types plotgate default',
].join('; ')

const pageHtml = `<!doctype html>
<meta charset="utf-8">
<title>Plotgate</title>
<style>
  html, body { margin: 0 }
  canvas[layoutsubtree] { position: absolute; left: 0; top: 0; visibility: hidden }
  canvas[layoutsubtree] > div { visibility: visible; pointer-events: none }
  .gl-canvas { display: none }
</style>
<script defer src="/plotly.js"></script>
<script defer src="/renderer.js"></script>
<body></body>`

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
}

/** `library` is the charting library's script. Default: the complete library with our edits. */
export function createSite(library: () => Promise<string> = rendererLibrary): Site {
  const files = new Map<string, Promise<SiteFile | null>>()

  async function read(path: string): Promise<string | null> {
    if (path === '/') return pageHtml
    if (path === '/renderer.js') return browserScript('renderer')
    if (path === '/plotly.js') return library()
    if (path.startsWith('/maps/')) return baseMap(path.slice('/maps/'.length, -'.json'.length))
    if (path === '/math/tex-svg.js') return mathScript('tex-svg')
    // MathJax loads its extensions by name.
    if (path.startsWith('/math/')) return readMathFile(path.slice('/math/'.length))
    return null
  }

  return path => {
    let file = files.get(path)
    if (!file) {
      file = read(path).then(body => {
        if (body === null) return null
        const type =
          types[path === '/' ? 'html' : (path.split('.').at(-1) ?? '')] ?? 'application/octet-stream'
        return {
          type: `${type}; charset=utf-8`,
          base64: Buffer.from(body).toString('base64'),
          headers: { 'Content-Security-Policy': policy },
        }
      })
      // Only existing files are kept, so that wrong paths cannot fill the memory.
      file.then(
        kept => kept && files.set(path, file!),
        () => {},
      )
    }
    return file
  }
}
