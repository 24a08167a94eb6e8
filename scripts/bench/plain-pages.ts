/** Pages as one would write them without Plotgate, served compressed and cached for ever. */

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'

const require = createRequire(import.meta.url)

/** As compact as a server would make it that compresses ahead. */
const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

const page = (figure: string, script: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Figure</title><div id="plot"></div><script src="/${script}"></script>
<script>Plotly.newPlot('plot', Object.assign(${figure}, { config: { responsive: true } }))
.then(() => document.body.classList.add('is-drawn'))</script></html>`

export interface PlainPages {
  /** The address of a page with that figure and bundle of the library: `basic`, or null for the whole of it. */
  add(figure: string, bundle: string | null): string
  close(): void
}

export async function servePlainPages(): Promise<PlainPages> {
  const files = new Map<string, { type: string; bytes: Buffer }>()
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Encoding': 'br',
      'Content-Length': file.bytes.length,
      'Cache-Control': file.type.startsWith('text/html') ? 'no-cache' : 'max-age=31536000, immutable',
    })
    response.end(file.bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    add(figure, bundle) {
      const script = bundle === null ? 'plotly.min.js' : `plotly-${bundle}.min.js`
      if (!files.has(`/${script}`)) {
        const code = readFileSync(require.resolve(`plotly.js/dist/${script}`), 'utf8')
        files.set(`/${script}`, { type: 'text/javascript', bytes: compressed(code) })
      }
      const name = `/page-${files.size}.html`
      files.set(name, { type: 'text/html; charset=utf-8', bytes: compressed(page(figure, script)) })
      return `http://127.0.0.1:${port}${name}`
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
