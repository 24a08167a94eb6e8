/** Loads the library that only figures with formulas need, when the first of these is drawn. */

import { pageGlobals } from './plotly.ts'

/** The fault of the page, not of the figure. */
export class LibraryMissing extends Error {}

function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => reject(new LibraryMissing(`${address} did not load`))
    document.head.append(script)
  })
}

let math: Promise<void> | null = null

/** Resolves when TeX can be typeset. */
export function loadMath(): Promise<void> {
  math ??= load('/math/tex-svg.js').then(() => pageGlobals.MathJax.startup.promise)
  return math
}
