/** Draws src/web/site/favicon.png from the svg of the logo, for browsers that request /favicon.ico. */

import sharp from 'sharp'
import { faviconSvg } from '../../src/web/layout/logo.ts'

await sharp(Buffer.from(faviconSvg), { density: 300 })
  .resize(48, 48)
  .png({ palette: true })
  .toFile(new URL('../../src/web/site/favicon.png', import.meta.url).pathname)
