/** One real figure through the whole service: created, read back, its picture and its page looked at. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readSubmission } from '../../src/domain/figure/submission.ts'
import type { GraphId } from '../../src/domain/ids.ts'
import { messageOf } from '../../src/errors/cause.ts'
import type { TestService } from './app.ts'
import type { TestBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { patientFetch } from './patient-fetch.ts'

const sharp = createRequire(import.meta.url)('sharp') as typeof import('sharp').default

export interface CorpusRow {
  readonly name: string
  /** What went wrong; empty when all is well. */
  readonly faults: readonly string[]
  readonly omitted: readonly string[]
  readonly bytes: number
  /** Milliseconds from the answered POST to the png. */
  readonly pngMs: number
}

/** Real seconds for a figure on a busy machine; the service's own deadline is shorter and answers 504. */
const patienceMs = 180_000

/** `browser` null: the page is not opened. */
export async function checkFigure(
  file: string,
  service: TestService,
  browser: TestBrowser | null,
): Promise<CorpusRow> {
  const name = file.replace(/^.*\//, '').replace(/\.json$/, '')
  const faults: string[] = []
  const body = readFileSync(file)
  const created = await fetch(`${service.baseUrl}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
    body,
  })
  const posted = performance.now()
  const text = await created.text()
  if (created.status !== 201) {
    return {
      name,
      faults: [`POST: ${created.status} ${text.slice(0, 300)}`],
      omitted: [],
      bytes: 0,
      pngMs: 0,
    }
  }
  const { graph } = JSON.parse(text) as { graph: { graph_id: GraphId; image_url: string; permalink: string } }

  const read = await (await fetch(`${service.baseUrl}/v1/graph/${graph.graph_id}`)).text()
  if (!read.includes(`"data":${readSubmission(body).figure.data}`))
    faults.push('data did not come back as sent')

  const png = await patientFetch(graph.image_url)
  const bytes = new Uint8Array(await png.arrayBuffer())
  const pngMs = performance.now() - posted
  if (png.status !== 200) faults.push(`png: ${png.status} ${Buffer.from(bytes).toString().slice(0, 300)}`)
  else faults.push(...(await pictureFaults(bytes)))
  const omitted = await omittedFrom(service, graph.graph_id)

  if (browser) {
    const own = new URL(service.baseUrl).host
    faults.push(...(await pageFaults(graph.permalink, browser, own, omitted.length > 0)))
  }
  return { name, faults, omitted, bytes: bytes.length, pngMs }
}

/** The picture is answered before the word that it is ready has been written. */
async function omittedFrom(service: TestService, graphId: GraphId): Promise<readonly string[]> {
  let omitted: readonly string[] = []
  await eventually(
    'the image is said to be ready',
    async () => {
      const rendering = (await service.app.store.graphs.find(graphId))?.rendering
      omitted = rendering?.omitted ?? []
      return rendering?.status === 'ready'
    },
    patienceMs,
  ).catch(() => {})
  return omitted
}

async function pictureFaults(png: Uint8Array): Promise<string[]> {
  try {
    const { format } = await sharp(png).metadata()
    const { channels } = await sharp(png).flatten({ background: '#fff' }).stats()
    const blank = channels.every(({ min, max }) => min === max)
    return [...(format === 'png' ? [] : [`png is ${format}`]), ...(blank ? ['the picture is blank'] : [])]
  } catch (error) {
    return [`the png cannot be read: ${messageOf(error)}`]
  }
}

/** Whether an image failed to load only because the service had too much to draw: it comes when asked again. */
async function wasBusy(fault: string, own: string): Promise<boolean> {
  const image = /^(\S+\.(?:svg|webp|png)\S*) failed/.exec(fault)?.[1]
  return image?.includes(own) === true && (await patientFetch(image)).ok
}

/** What the viewer's console shows, but for what the figure itself asks other machines. */
async function pageFaults(
  permalink: string,
  browser: TestBrowser,
  own: string,
  remote: boolean,
): Promise<string[]> {
  const { page, faults } = await browser.open({ width: 1000, height: 800 })
  try {
    await page.goto(permalink, { waitUntil: 'load', timeout: patienceMs })
    // Without the network the library may give a remote figure up; its picture then stays.
    if (remote) await page.waitForSelector('.box img, .box.is-live', { timeout: patienceMs })
    else await page.waitForSelector('.box.is-live', { timeout: patienceMs })
    await new Promise(resolve => setTimeout(resolve, 100))
    const told = faults.filter(
      fault => !remote && (fault.includes(own) || !/https?:\/\/|net::ERR_/.test(fault)),
    )
    const lasting = await Promise.all(told.map(async fault => !(await wasBusy(fault, own))))
    return told.filter((_, at) => lasting[at]).map(fault => `page: ${fault}`)
  } catch (error) {
    return [`page: ${messageOf(error)}`, ...faults.map(fault => `page: ${fault}`)]
  } finally {
    await page.browserContext().close()
  }
}
