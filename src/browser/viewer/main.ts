/**
 * The script of a graph's page, of embeds and of standalone files. The page works without it: static image, downloads
 * and embed code are plain HTML. It runs once the page is parsed, before the charting library if that has to be
 * downloaded.
 */

import { readJson } from '../dom/elements.ts'
import type { JsonObject } from '../json.ts'
import { completePage } from './figure-text.ts'
import { offerFullscreen } from './fullscreen.ts'
import { talkToHost } from './host.ts'
import { followNewVersions, loadTools, offerChoices, offerTable } from './lazy-features.ts'
import { showLiveFigure } from './live-figure.ts'
import { allowMapWorkers } from './map-workers.ts'
import { closeMenusElsewhere } from './menus.ts'
import { readPage } from './page.ts'
import { pageGlobals } from './plotly.ts'
import { offerSharing } from './share.ts'

const page = readPage()
const topojson = readJson('maps') as JsonObject | null
if (topojson) pageGlobals.PlotlyGeoAssets = { topojson }
if (self.origin === 'null') allowMapWorkers()
offerSharing(page)
closeMenusElsewhere()
const complete = completePage(page)
offerTable(page, complete)
offerChoices(page)
offerFullscreen(page)
void showLiveFigure(page, complete).then(redraw => {
  followNewVersions(page, redraw)
  talkToHost(page, redraw)
  loadTools(page)
})
