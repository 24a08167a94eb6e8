/**
 * Takes the screenshot of the README: a graph's page as the service serves it. Run it when the page's design has
 * changed.
 */

import { join } from 'node:path'
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

const service = await startTestService()
const browser = await startTestBrowser()
try {
  const response = await fetch(`${service.baseUrl}/v1/plot`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(figure),
  })
  const { graph } = (await response.json()) as { graph: { permalink: string } }
  const { page } = await browser.open({ width: 1100, height: 730, scale: 2 })
  await page.goto(graph.permalink, { waitUntil: 'load' })
  await page.waitForSelector('.box.is-live')
  await page.mouse.move(560, 330)
  await new Promise(resolve => setTimeout(resolve, 500))
  await page.screenshot({ path: join(import.meta.dirname, '..', '..', 'docs', 'page.png') })
} finally {
  await browser.close()
  await service.close()
}
