/**
 * While coverage is collected: what the scripts of src/browser ran in the pages of a suite, those of its renderers and
 * those of its readers, written for scripts/coverage.ts. It comes before the suites; they know nothing of it.
 */

import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type FunctionCov, mergeScriptCovs, type ScriptCov } from '@bcoe/v8-coverage'
import type { CDPSession } from 'puppeteer-core/internal/api/CDPSession.js'
import { CdpBrowser } from 'puppeteer-core/internal/cdp/Browser.js'
import { CdpBrowserContext } from 'puppeteer-core/internal/cdp/BrowserContext.js'
import { CdpPage } from 'puppeteer-core/internal/cdp/Page.js'
import { browserScript, browserScripts } from '../../src/bundling/browser-scripts.ts'

const folder = join(import.meta.dirname, '..', '..', 'out', 'coverage', 'pages')

/** A page that hangs, as some are made to, says nothing any more. */
const answerDeadlineMs = 10_000

/** Where a bundle stands in the text of a script that a page loaded. */
interface Place {
  readonly name: string
  readonly start: number
  readonly end: number
}

const bundles = await Promise.all(
  browserScripts.map(async name => ({ name, code: await browserScript(name) })),
)
const collected: ScriptCov[] = []
/** Adds what a page ran since it was last asked. */
const open = new Set<() => Promise<void>>()

const takeAll = async () => {
  await Promise.all([...open].map(take => take()))
}

function placeIn(text: string): Place | null {
  for (const { name, code } of bundles) {
    const start = text.indexOf(code)
    if (start !== -1) return { name, start, end: start + code.length }
  }
  return null
}

async function watch(session: CDPSession): Promise<void> {
  const places = new Map<string, Promise<Place | null>>()
  session.on('Debugger.scriptParsed', ({ scriptId }) => {
    const source = session.send('Debugger.getScriptSource', { scriptId })
    const place = source.then(
      ({ scriptSource }) => placeIn(scriptSource),
      // The page has gone on.
      () => null,
    )
    places.set(scriptId, place)
  })
  await Promise.all([
    session.send('Profiler.enable'),
    session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: true }),
    session.send('Debugger.enable'),
    session.send('Debugger.setSkipAllPauses', { skip: true }),
  ])
  const take = async () => {
    const { result } = await session.send('Profiler.takePreciseCoverage')
    for (const { scriptId, functions } of result) {
      const place = await places.get(scriptId)
      if (place) collected.push({ scriptId, url: place.name, functions: within(place, functions) })
    }
  }
  // One that is gone has said what it ran.
  open.add(() =>
    Promise.race([take().catch(() => {}), setTimeout(answerDeadlineMs, undefined, { ref: false })]),
  )
}

/** The functions of the bundle alone, counted from its beginning. */
function within({ start, end }: Place, functions: readonly FunctionCov[]): FunctionCov[] {
  return functions
    .filter(({ ranges: [whole] }) => whole && whole.startOffset >= start && whole.endOffset <= end)
    .map(each => ({
      ...each,
      ranges: each.ranges.map(({ startOffset, endOffset, count }) => ({
        startOffset: startOffset - start,
        endOffset: endOffset - start,
        count,
      })),
    }))
}

// Whoever asks for a page, and by whichever driver, gets it when it is watched.
const create = CdpPage._create
CdpPage._create = async (...given) => {
  const page = await create.apply(CdpPage, given)
  await watch(await page.createCDPSession())
  return page
}

for (const { prototype } of [CdpPage, CdpBrowserContext, CdpBrowser]) {
  const close: (...given: never[]) => Promise<void> = prototype.close
  prototype.close = async function (this: unknown, ...given: never[]) {
    await takeAll()
    await Reflect.apply(close, this, given)
  }
}

// Before others of them are killed.
afterEach(takeAll)

afterAll(async () => {
  await takeAll()
  const scripts = browserScripts.flatMap(
    name => mergeScriptCovs(collected.filter(({ url }) => url === name)) ?? [],
  )
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify(scripts))
})
