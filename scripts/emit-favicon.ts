/** Draws the favicon of browsers that ask for /favicon.ico: src/web/site/favicon.png, from the mark's svg. */

import sharp from 'sharp'
import { faviconSvg } from '../src/web/layout/logo.ts'

await sharp(Buffer.from(faviconSvg), { density: 300 })
  .resize(48, 48)
  .png({ palette: true })
  .toFile(new URL('../src/web/site/favicon.png', import.meta.url).pathname)
