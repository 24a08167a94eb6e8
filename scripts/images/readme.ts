/**
 * Takes the screenshot of the README: a graph's page as the service serves it, on a wide screen and, in dark, on a phone.
 * Run it when the page's design has changed.
 */

import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { startTestService } from '../../test/support/app.ts'
import { startTestBrowser } from '../../test/support/browser.ts'

const x = Array.from({ length: 241 }, (_, i) => i / 12)
const swing = (damping: number) => ({
  name: `damping ${damping}`,
  x,
  y: x.map(t => Math.exp(-damping * t) * Math.cos(1.6 * t)),
})
const figure = {
  data: [0.05, 0.12, 0.3].map(swing),
  layout: {
    title: 'How a pendulum comes to rest',
    xaxis: { title: 'seconds', hoverformat: '.1f' },
    yaxis: { title: 'swing', hoverformat: '.2f' },
    hovermode: 'x unified',
  },
}

/** Both screenshots, one over the corner of the other. What lies around them is transparent. */
const sheet = (wide: string, phone: string) => `<style>
  body { margin: 0 }
  img { position: absolute; border: 1px solid #8a9a9c; box-shadow: 0 8px 24px #0004 }
  #wide { left: 16px; top: 12px; width: 1100px; border-radius: 10px }
  #phone { right: 20px; bottom: 24px; width: 264px; border-radius: 26px }
</style>
<img id="wide" src="data:image/png;base64,${wide}">
<img id="phone" src="data:image/png;base64,${phone}">`

const service = await startTestService()
const browser = await startTestBrowser()

async function screenshotOf(page: Page, permalink: string): Promise<string> {
  await page.goto(permalink, { waitUntil: 'load' })
  await page.waitForSelector('.box.is-live')
  await page.mouse.move(560, 330)
  await new Promise(resolve => setTimeout(resolve, 500))
  return page.screenshot({ encoding: 'base64' })
}

try {
  const response = await fetch(`${service.baseUrl}/v1/plot`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(figure),
  })
  const { graph } = (await response.json()) as { graph: { permalink: string } }
  const wide = await browser.open({ width: 1100, height: 730, scale: 2 })
  const phone = await browser.open({ width: 390, height: 760, scale: 2, phone: true, dark: true })
  const both = await browser.open({ width: 1240, height: 790, scale: 1.6 })
  await both.page.setContent(
    sheet(await screenshotOf(wide.page, graph.permalink), await screenshotOf(phone.page, graph.permalink)),
  )
  await both.page.screenshot({
    path: join(import.meta.dirname, '..', '..', 'docs', 'page.png'),
    omitBackground: true,
  })
} finally {
  await browser.close()
  await service.close()
}
