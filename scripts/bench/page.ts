/** A graph's page on a slow phone, beside a page that loads the library whole and one that loads a bundle of it. */

import puppeteer, { type Browser } from 'puppeteer-core'
import { expect, type Service, startService } from '../service/service.ts'
import { pointCloud, referenceFigure } from './figures.ts'
import type { Measurement, Row } from './measure.ts'
import { type Visit, visitTwice } from './phone.ts'
import { type PlainPages, servePlainPages } from './plain-pages.ts'
import { browserScript } from './tools.ts'

/** The better of them counts: whatever else the machine does makes a visit longer, nothing makes it shorter. */
const rounds = 2

interface Subject {
  readonly name: string
  /** The figure as a create's body. */
  readonly figure: string
  /** The smallest bundle that the library ships for it. */
  readonly bundle: string
  /** In seconds, by visit. */
  readonly goals: { readonly image: readonly string[]; readonly interactive: readonly string[] }
}

const subjects: readonly Subject[] = [
  {
    name: 'scatter and bar',
    figure: JSON.stringify({ ...referenceFigure(1), layout: { title: { text: 'Measured' } } }),
    bundle: 'basic',
    goals: { image: ['< 1.2', '< 1.0'], interactive: ['< 3.2', '< 2.0'] },
  },
  {
    name: '50,000 points in scattergl',
    figure: pointCloud(50_000, 1),
    bundle: 'gl2d',
    goals: { image: ['< 1.2', '< 1.0'], interactive: ['< 6.5', ''] },
  },
]

export async function measurePage(): Promise<Measurement> {
  const service = await startService()
  const plain = await servePlainPages()
  // As a reader's: with a network and helper threads, which the renderer's has not.
  const browser = await puppeteer.launch({
    executablePath: await browserScript(),
    headless: 'shell',
    pipe: true,
    args: [
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-dev-shm-usage',
    ],
  })
  try {
    const rows: Row[] = []
    for (const subject of subjects) rows.push(...(await measureSubject(subject, { service, plain, browser })))
    return { name: 'page', rows, missing: [] }
  } finally {
    await browser.close()
    plain.close()
    await service.close()
  }
}

interface Stage {
  readonly service: Service
  readonly plain: PlainPages
  readonly browser: Browser
}

async function measureSubject(subject: Subject, { service, plain, browser }: Stage): Promise<Row[]> {
  const { graph } = JSON.parse(expect(201, await service.post('/v1/graph', subject.figure)).toString())
  const pages = [
    { name: 'Plotgate', address: graph.permalink as string, live: '.is-live' },
    { name: 'bare bundle', address: plain.add(subject.figure, subject.bundle), live: '.is-drawn' },
    { name: 'naive page', address: plain.add(subject.figure, null), live: '.is-drawn' },
  ]
  // Images and compressed scripts are made with the first visit, as they would be long before a reader comes.
  await visitTwice(browser, pages[0]!.address, '.is-live')
  const visits = new Map(pages.map(({ name }) => [name, [] as [Visit, Visit][]]))
  for (let round = 0; round < rounds; round++) {
    for (const { name, address, live } of pages)
      visits.get(name)!.push(await visitTwice(browser, address, live))
  }
  return pages.flatMap(({ name }) =>
    [0, 1].flatMap(at =>
      rowsOf(
        subject,
        name,
        at,
        visits.get(name)!.map(pair => pair[at]!),
      ),
    ),
  )
}

function rowsOf({ name, goals }: Subject, page: string, at: number, visits: readonly Visit[]): Row[] {
  const what = `${name}, ${page}, ${at === 0 ? 'first' : 'second'} visit`
  const of = (key: keyof Visit) => Math.min(...visits.map(visit => visit[key]))
  const own = page === 'Plotgate'
  return [
    {
      what: `${what}: first image`,
      value: of('firstImage') / 1000,
      unit: 's',
      ...(own && { goal: goals.image[at] }),
    },
    {
      what: `${what}: interactive`,
      value: of('interactive') / 1000,
      unit: 's',
      ...(own && { goal: goals.interactive[at] }),
    },
    { what: `${what}: longest task`, value: of('longestTask'), unit: 'ms' },
    ...(own ? [{ what: `${what}: layout shift`, value: of('layoutShift'), unit: '', goal: '< 0.01' }] : []),
    { what: `${what}: transferred`, value: of('bytes') / 1024, unit: 'KiB' },
  ]
}
