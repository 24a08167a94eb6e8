/** The shared assets of pages under {base_url}, served at {base_url}/assets/. */

import { readFileSync } from 'node:fs'
import { browserScript } from '../../bundling/browser-scripts.ts'
import { type Asset, makeAsset } from '../../http/representations/static-asset.ts'
import { facesOf } from '../../plotly/font-usage.ts'
import { fileOf, fontFaceRules, fontFolder } from '../styles/fonts.ts'
import { faviconSvg } from './logo.ts'
import { base } from './styles.ts'

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The site's fonts. Their addresses are relative, because the style sheet is served under both base addresses. */
const fonts = fontFaceRules(
  facesOf(['latin', 'latin-ext', 'cyrillic', 'greek'], [400, 600], ['normal']),
  face => `${fontFolder}/${fileOf(face)}`,
)

export const siteAssets = {
  design: makeAsset('design', 'css', `${fonts}\n${base}${file('../styles/design.css')}`),
  account: makeAsset('account', 'css', file('../styles/account.css')),
  accountScript: makeAsset('account', 'js', await browserScript('account')),
  docs: makeAsset('docs', 'css', file('../styles/docs.css')),
  share: makeAsset('share', 'css', file('../styles/share.css')),
  shareScript: makeAsset('share', 'js', await browserScript('share')),
  favicon: makeAsset('favicon', 'svg', faviconSvg),
} as const satisfies Readonly<Record<string, Asset>>
