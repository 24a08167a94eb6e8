/**
 * Workers of maps. Chromium refuses module workers in pages of an opaque origin, such as in a sandbox and on file://.
 * The map library's worker is a module only because of its last statement, an export.
 */

import { pageGlobals } from './plotly.ts'

/** Lets the map library's workers run as classic workers. */
export function allowMapWorkers(): void {
  const NativeWorker = pageGlobals.Worker
  pageGlobals.Worker = class extends NativeWorker {
    constructor(address: string | URL, options: WorkerOptions = {}) {
      const blob = options.type === 'module' && /^blob:/.test(String(address))
      if (blob) super(asClassic(String(address)), { ...options, type: 'classic' })
      else super(address, options)
    }
  }
}

function asClassic(address: string): string {
  let code = readBlob(address)
  const wrapper = /^\s*import\s*("blob:[^"]+")[\s;]*$/.exec(code)
  if (wrapper?.[1]) code = readBlob(JSON.parse(wrapper[1]))
  return URL.createObjectURL(new Blob([classicScript(code)], { type: 'text/javascript' }))
}

/** The module's code without its export, in strict mode as before. */
export const classicScript = (code: string): string =>
  `'use strict';${code.replace(/\bexport\s*\{\s*[\w$]+ as default\s*\}\s*;?/, '')}`

/** Synchronous, because a constructor cannot wait; the blob is in memory. */
function readBlob(address: string): string {
  const request = new XMLHttpRequest()
  request.open('GET', address, false)
  request.send()
  return request.responseText
}
