/** The style sheets of graph pages, read once. They stand in the page itself: the image waits for no file. */

import { readFileSync } from 'node:fs'
import { sizeRules } from '../../plotly/figure-sizes.ts'
import type { FontFile } from '../../plotly/font-usage.ts'
import { type Html, html, raw } from '../layout/html.ts'
import { fileOf, fontFaceRules, fontFolder } from './fonts.ts'

const file = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

/** Comments and space that only readers of the source need. */
const tight = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim()

export const tokens = file('tokens.css')

const figure = file('figure.css')
const table = file('table.css')

/** What every graph page needs: the box of the figure, and the image in it. */
export const pageStyle: Html = html`<style>${raw(tight(tokens + figure + table + sizeRules + file('page.css')))}</style>`

/** Without chrome: iframes and files on disk. The figure takes the whole window. */
export const bareStyle: Html = html`<style>${raw(tight(tokens + figure + table + file('bare.css')))}</style>`

/** The fonts of a page. An element of its own: the page's script takes it away when they come too late. */
export const fontStyle = (faces: readonly FontFile[], address: (face: FontFile) => string): Html =>
  html`<style id="fonts">${raw(fontFaceRules(faces, address))}</style>`

/** Below `assetBase`, without a slash at its end. */
export const fontAddress = (assetBase: string, face: FontFile): string =>
  `${assetBase}/${fontFolder}/${fileOf(face)}`

/** What every page is set in, asked for before its style sheet is read. */
export const preloads = (assetBase: string): Html =>
  html`${([400, 600] as const).map(
    weight =>
      html`<link rel="preload" href="${fontAddress(assetBase, { subset: 'latin', weight, style: 'normal' })}" as="font" type="font/woff2" crossorigin="anonymous">
`,
  )}`
