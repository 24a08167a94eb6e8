/** The style sheets of graph pages, which are inlined so that the image need not wait for another file. */

import { readFileSync } from 'node:fs'
import { sizeRules } from '../../plotly/figure-sizes.ts'
import type { FontFile } from '../../plotly/font-usage.ts'
import { fileOf, fontFaceRules, fontFolder } from '../styles/fonts.ts'
import { type Html, html, raw } from './html.ts'

const file = (name: string) => readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8')

/** Removes comments and white space. */
const tight = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim()

/** What the style sheets of all pages begin with. */
export const base = file('tokens.css') + file('base.css')

const figure = file('figure.css')
const table = file('table.css')

/** The styles of graph pages. */
export const pageStyle: Html = html`<style>${raw(tight(base + figure + table + sizeRules + file('page.css')))}</style>`

/** The styles of iframes and standalone files, in which the figure fills the window. */
export const bareStyle: Html = html`<style>${raw(tight(base + figure + table + file('bare.css')))}</style>`

/** The fonts of a page, in a separate element that the page's script removes if they load too late. */
export const fontStyle = (faces: readonly FontFile[], address: (face: FontFile) => string): Html =>
  html`<style id="fonts">${raw(fontFaceRules(faces, address))}</style>`

/** The address of a font below `assetBase`, which has no trailing slash. */
export const fontAddress = (assetBase: string, face: FontFile): string =>
  `${assetBase}/${fontFolder}/${fileOf(face)}`

/** Preload links for the fonts of every page. */
export const preloads = (assetBase: string): Html =>
  html`${([400, 600] as const).map(
    weight =>
      html`<link rel="preload" href="${fontAddress(assetBase, { subset: 'latin', weight, style: 'normal' })}" as="font" type="font/woff2" crossorigin="anonymous">
`,
  )}`
