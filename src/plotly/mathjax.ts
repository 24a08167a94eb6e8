/** The MathJax script and settings for all of our pages. */

import { readFile } from 'node:fs/promises'
import { packageFile } from '../package-files.ts'

/** The text of a MathJax file; null if there is none. */
export function readMathFile(path: string): Promise<string | null> {
  if (!/^(?:[\w-]+\/)*[\w-]+\.js$/.test(path)) return Promise.resolve(null)
  return readFile(packageFile('mathjax', 'es5', path), 'utf8').catch(() => null)
}

/**
 * The charting library typesets each text itself and needs no menus and no assistive markup. Formulas may not contain links
 * other than to the web, ids and classes, styles that load resources, and colours that are addresses.
 */
const settings = `window.MathJax = {
  startup: {
    typeset: false,
    ready() {
      const { Safe } = MathJax._.ui.safe.safe
      const colour = /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\\([\\d\\s.,%]*\\))$/i
      MathJax.config.options.SafeClass = class extends Safe {
        constructor(...given) {
          super(...given)
          for (const name of ['mathcolor', 'mathbackground', 'color', 'background']) {
            this.filterAttributes.set(name, 'filterColour')
          }
          this.filterMethods.filterColour = (_safe, value) => (colour.test(value) ? value : null)
        }
      }
      MathJax.startup.defaultReady()
    },
  },
  options: {
    enableMenu: false,
    enableAssistiveMml: false,
    renderActions: { addMenu: [], assistiveMml: [] },
    safeOptions: {
      allow: { classes: 'none', cssIDs: 'none' },
      safeProtocols: { file: false },
      safeStyles: { cursor: false },
    },
  },
  svg: { fontCache: 'local' },
};
`

/** MathJax with its safe extension. `tex-svg` loads further packages by address; `tex-svg-full` contains all of them. */
export async function mathScript(component: 'tex-svg' | 'tex-svg-full'): Promise<string> {
  const parts = await Promise.all([`${component}.js`, 'ui/safe.js'].map(readMathFile))
  if (parts.includes(null)) throw new Error('MathJax came without its scripts')
  return `${settings}${parts.join(';\n')}`
}
