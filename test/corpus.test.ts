/** Real figures of every kind through the whole service; `npm run corpus -- DIR` does it with any number of them. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startTestService, type TestService } from './support/app.ts'
import { startTestBrowser, type TestBrowser } from './support/browser.ts'
import { checkFigure } from './support/corpus.ts'

// Half a minute of work, on a machine that may be busy with more.
const patience = 600_000
const folder = join(import.meta.dirname, 'figures')
// 3d scenes take a busy machine longer than the service's deadline allows; the suite of the renderer has them.
const files = readdirSync(folder)
  .filter(name => name.endsWith('.json') && !/^gl3d|grid_subplot_types|streamtube/.test(name))
  .sort()

let service: TestService
let browser: TestBrowser

beforeAll(async () => {
  service = await startTestService()
  browser = await startTestBrowser()
}, patience)

afterAll(async () => {
  await browser?.close()
  await service?.close()
}, patience)

test(
  'each is stored, comes back to the byte, has a picture and a page without a console error',
  async () => {
    const left = [...files]
    const faulty: object[] = []
    const work = async () => {
      for (let file = left.shift(); file; file = left.shift()) {
        const { name, faults } = await checkFigure(join(folder, file), service, browser)
        if (faults.length > 0) faulty.push({ name, faults })
      }
    }
    await Promise.all([work(), work()])
    expect(faulty).toEqual([])
    expect(files.length).toBeGreaterThanOrEqual(24)
  },
  patience,
)
