import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import sharp from 'sharp'
import type { Figure } from '../../../src/domain/figure/text.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import type { LaunchedBrowser } from '../../../src/rendering/chromium/launch.ts'
import type { BrowserSource } from '../../../src/rendering/chromium/source.ts'
import { PageLost } from '../../../src/rendering/page/page-lost.ts'
import { openPageSession, type PageSession } from '../../../src/rendering/page/page-session.ts'
import { createSite } from '../../../src/rendering/page/site.ts'
import { openBrowsers } from './browsers.ts'

const patience = 240_000
const onLinux = process.platform === 'linux' ? test : test.skip

const figure = (data: unknown, layout: unknown = {}): Figure => ({
  data: JSON.stringify(data),
  layout: JSON.stringify({ width: 240, height: 160, ...(layout as object) }),
  frames: null,
})

let browsers: BrowserSource
let launched: LaunchedBrowser
let pageSession: PageSession
let loads = 0

beforeAll(async () => {
  browsers = openBrowsers()
  launched = await browsers.launch()
  pageSession = await openPageSession(launched, createSite())
  pageSession.page.on('load', () => {
    loads += 1
  })
}, patience)

afterAll(async () => {
  await pageSession?.kill()
  await browsers?.close()
}, patience)

async function loadsAfter(of: Figure): Promise<number> {
  const before = loads
  await pageSession.draw(of, { formats: ['png', 'svg'], look: defaultLook })
  await pageSession.reloadIfNeeded()
  return loads - before
}

async function browserProcesses(of = pageSession) {
  const session = await of.page.browser().target().createCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo
}

/** Memory of the page's process, of the mappings that are meant, in MB. */
async function memoryMb(meant: (mapping: string) => boolean): Promise<number> {
  const { id } = (await browserProcesses()).find(({ type }) => type === 'renderer')!
  let total = 0
  let counts = false
  for (const line of (await readFile(`/proc/${id}/smaps`, 'utf8')).split('\n')) {
    // Address, rights, offset, device, inode, and the file's name if there is one.
    const mapping = /^[0-9a-f]+-[0-9a-f]+(?: \S+){4} *(.*)$/.exec(line)
    if (mapping) counts = meant(mapping[1]!)
    else if (counts && line.startsWith('Rss:')) total += Number.parseInt(line.slice(4), 10) / 1024
  }
  return total
}

/** What it shares with the browser's other processes: where decoded images are kept. */
const decodedMb = () => memoryMb(file => file.includes('.org.chromium.'))

onLinux(
  'a page whose browser hangs while it opens is given up',
  async () => {
    const hanging = await browsers.launch()
    process.kill(-hanging.pid, 'SIGSTOP')
    await expect(openPageSession(hanging, createSite(), 500)).rejects.toThrow(
      'the page was not open within 0.5 s',
    )
    await hanging.gone
  },
  patience,
)

describe('a warm page', () => {
  onLinux('is ended by the kernel before the service where memory runs out', async () => {
    const processes = await browserProcesses()
    expect(processes.map(({ type }) => type)).toEqual(expect.arrayContaining(['browser', 'renderer', 'GPU']))
    for (const { id } of processes) {
      expect((await readFile(`/proc/${id}/oom_score_adj`, 'utf8')).trim()).toBe('1000')
    }
    expect(Number(await readFile('/proc/self/oom_score_adj', 'utf8'))).toBeLessThan(1000)
  })

  test(
    'draws from large texts what it draws from strings, and leaves no file of them',
    async () => {
      const numbers = Array.from({ length: 200_000 }, (_, at) => (at % 97) / 4)
      const long = {
        ...figure([{ name: 'é🚂', y: numbers }], { meta: numbers }),
        frames: JSON.stringify([{ meta: numbers }]),
      }
      const request = { formats: ['png', 'svg'], look: defaultLook } as const
      const inText = await pageSession.draw(long, request)
      const inBytes = await pageSession.draw(
        {
          data: Buffer.from(long.data.toString()),
          layout: Buffer.from(long.layout.toString()),
          frames: Buffer.from(long.frames),
        },
        request,
      )
      for (const format of request.formats) {
        expect(Buffer.compare(inBytes.images.get(format)!, inText.images.get(format)!)).toBe(0)
      }
      expect(inBytes.images.get('svg')!.length).toBeGreaterThan(5_000)
      expect(readdirSync(launched.folder).filter(name => name.startsWith('figure-'))).toEqual([])
    },
    patience,
  )

  test(
    'draws figure after figure without being loaded anew',
    async () => {
      expect(await loadsAfter(figure([{ type: 'bar', y: [1, 3, 2] }]))).toBe(0)
      expect(await loadsAfter(figure([{ type: 'pie', values: [1, 3, 2] }]))).toBe(0)
      expect(
        await loadsAfter(
          figure(
            [
              {
                type: 'heatmap',
                z: [
                  [1, 3],
                  [2, 4],
                ],
              },
            ],
            { title: { text: 'b' } },
          ),
        ),
      ).toBe(0)
    },
    patience,
  )

  test(
    'makes no svg of more than 64 MB, and the other images without it',
    async () => {
      const source = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==${' '.repeat(2 ** 20)}`
      const imagedefaults = { source, xref: 'paper', yref: 'paper', sizex: 1, sizey: 1 }
      const huge = figure([{ y: [1] }], {
        template: { layout: { imagedefaults } },
        images: Array.from({ length: 70 }, (_, at) => ({ x: at / 100, y: 1 })),
      })
      const both = await pageSession.draw(huge, { formats: ['png', 'svg'], look: defaultLook })
      expect([...both.images.keys()]).toEqual(['png'])
      for (const format of ['svg', 'pdf'] as const) {
        const drawing = pageSession.draw(huge, { formats: [format], look: defaultLook })
        await expect(drawing).rejects.toMatchObject({ code: 'payload_too_large' })
      }
    },
    patience,
  )

  test(
    'says nothing to its console, however much the library has to warn of',
    async () => {
      const said: string[] = []
      pageSession.page.on('console', message => said.push(message.text()))
      const twice = { label: ['a', 'b'], groups: [new Array(100_000).fill(0)] }
      await loadsAfter(
        figure([{ type: 'sankey', node: twice, link: { source: [0], target: [1], value: [1] } }]),
      )
      expect(said).toEqual([])
    },
    patience,
  )

  test(
    'draws maps of outlines without being loaded anew',
    async () => {
      const map = (scope: string) =>
        figure([{ type: 'choropleth', locations: ['FRA'], z: [1] }], { geo: { scope, resolution: 110 } })
      for (const scope of ['world', 'europe', 'world']) expect(await loadsAfter(map(scope))).toBe(0)
    },
    patience,
  )

  test(
    'is loaded anew after TeX, whose macros would stay',
    async () => {
      expect(await loadsAfter(figure([{ y: [1] }], { title: { text: '$\\def\\x{1}\\x$' } }))).toBe(1)
      expect(await loadsAfter(figure([{ y: [1] }]))).toBe(0)
    },
    patience,
  )

  test(
    'keeps nothing of a 3d scene but the canvas that the next one is drawn on',
    async () => {
      const scene = figure([{ type: 'scatter3d', x: [1, 2], y: [1, 2], z: [1, 2] }])
      const session = await pageSession.page.createCDPSession()
      const held = async (drawings: number) => {
        for (let count = 0; count < drawings; count++) expect(await loadsAfter(scene)).toBe(0)
        await session.send('HeapProfiler.collectGarbage')
        return (await session.send('Memory.getDOMCounters')).nodes
      }
      const before = await held(2)
      // A scene that is kept keeps its labels: 44 nodes.
      expect(await held(4)).toBeLessThan(before + 10)
    },
    patience,
  )

  test(
    'compiles the shaders of 3d scenes once',
    async () => {
      const scene = figure([
        {
          type: 'surface',
          z: [
            [1, 2],
            [2, 1],
          ],
        },
      ])
      const other = figure([{ type: 'cone', x: [1], y: [1], z: [1], u: [1], v: [1], w: [0] }])
      await loadsAfter(scene)
      // Told by marks: a name or a title of its own would cost the page.
      const compiled = () => pageSession.page.evaluate(() => performance.getEntriesByName('compiled').length)
      await pageSession.page.evaluate(() => {
        for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
          const { compileShader } = prototype
          prototype.compileShader = function (shader) {
            performance.mark('compiled')
            compileShader.call(this, shader)
          }
        }
      })
      expect(await loadsAfter(scene)).toBe(0)
      expect(await compiled()).toBe(0)
      expect(await loadsAfter(other)).toBe(0)
      expect(await compiled()).toBeGreaterThan(0)
    },
    patience,
  )

  test(
    'draws a 3d scene once, on a canvas of its own size',
    async () => {
      const scene = figure([{ type: 'scatter3d', x: [1, 2], y: [1, 2], z: [1, 2] }])
      await pageSession.page.evaluate(() => {
        for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
          const { drawArrays } = prototype
          prototype.drawArrays = function (...given) {
            performance.mark('drawn', { detail: `${this.drawingBufferWidth} by ${this.drawingBufferHeight}` })
            drawArrays.apply(this, given)
          }
        }
      })
      const drawnSizes = async () => {
        await loadsAfter(scene)
        const marks = await pageSession.page.evaluate(() =>
          performance.getEntriesByName('drawn').map(mark => (mark as PerformanceMark).detail),
        )
        await pageSession.page.evaluate(() => performance.clearMarks('drawn'))
        return [...new Set(marks)]
      }
      const sizes = await drawnSizes()
      expect(sizes).toHaveLength(1)
      const [width, height] = String(sizes[0]).split(' by ').map(Number)
      expect(width).toBeGreaterThan(100)
      // An image is drawn at twice its size.
      expect(width).toBeLessThanOrEqual(2 * 240)
      expect(height).toBeLessThanOrEqual(2 * 160)
      expect(await drawnSizes()).toEqual(sizes)
    },
    patience,
  )

  test(
    'draws a 3d scene as before after memory was given back',
    async () => {
      const scene = figure([{ type: 'mesh3d', x: [0, 1, 0, 1], y: [0, 0, 1, 1], z: [0, 1, 2, 0] }])
      const drawn = async () => {
        const { images } = await pageSession.draw(scene, { formats: ['png'], look: defaultLook })
        await pageSession.reloadIfNeeded()
        return Buffer.from(images.get('png')!)
      }
      const before = await drawn()
      await pageSession.releaseMemory()
      expect(before.equals(await drawn())).toBe(true)
    },
    patience,
  )

  test(
    'rests with the worker that its maps share',
    async () => {
      const map = figure([{ type: 'scattermap', lat: [1, 2], lon: [1, 2] }], { map: { style: 'white-bg' } })
      const held = async () => {
        const [worker] = pageSession.page.workers()
        const { usedSize, embedderHeapUsedSize } = await worker!.client.send('Runtime.getHeapUsage')
        return usedSize + embedderHeapUsedSize
      }
      await loadsAfter(map)
      await pageSession.releaseMemory()
      const before = await held()
      for (let count = 0; count < 6; count++) expect(await loadsAfter(map)).toBe(0)
      const grown = (await held()) - before
      expect(grown).toBeGreaterThan(500_000)
      await pageSession.releaseMemory()
      expect((await held()) - before).toBeLessThan(grown / 2)
      expect(await loadsAfter(map)).toBe(0)
    },
    patience,
  )

  test(
    'rests though that worker ends meanwhile',
    async () => {
      const [worker] = pageSession.page.workers()
      const ended = new Promise(resolve => pageSession.page.once('workerdestroyed', resolve))
      // A page that is loaded anew ends it.
      expect(await loadsAfter(figure([{ y: [1] }], { title: { text: '$x$' } }))).toBe(1)
      await ended
      const listed = jest.spyOn(pageSession.page, 'workers').mockReturnValue([worker!])
      try {
        await pageSession.releaseMemory()
      } finally {
        listed.mockRestore()
      }
      expect(await loadsAfter(figure([{ y: [1] }]))).toBe(0)
    },
    patience,
  )

  onLinux(
    'keeps nothing of the files that its pictures are made through',
    async () => {
      const [width, height] = [800, 600]
      const noise = randomBytes(width * height * 3)
      const png = await sharp(noise, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer()
      const source = `data:image/png;base64,${png.toString('base64')}`
      const photo = figure([], { images: [{ source, sizex: 1, sizey: 1 }] })
      const held = async (drawings: number) => {
        for (let count = 0; count < drawings; count++) {
          await pageSession.draw(photo, { formats: ['png'], look: { ...defaultLook, scale: 1.5 } })
          await pageSession.reloadIfNeeded()
        }
        await pageSession.releaseMemory()
        return memoryMb(file => file === '')
      }
      const before = await held(4)
      // Each drawing's file has 2 MB.
      expect((await held(20)) - before).toBeLessThan(20)
    },
    patience,
  )

  onLinux.each([
    ['scattergl', [{ type: 'scattergl', mode: 'markers', y: [1, 3, 2] }]],
    ['scatter3d', [{ type: 'scatter3d', mode: 'markers', x: [1, 2], y: [1, 2], z: [1, 2] }]],
    ['scattermap', [{ type: 'scattermap', lat: [1, 2], lon: [1, 2] }]],
  ])(
    'is lost when its graphics process has ended: it draws no %s without its points, and refuses none',
    async (_, data) => {
      const page = await openPageSession(await browsers.launch(), createSite())
      const request = { formats: ['png'], look: defaultLook } as const
      const points = figure(data, { map: { style: 'white-bg' } })
      const pngOf = async () => {
        const { images } = await page.draw(points, request)
        await page.reloadIfNeeded()
        return Buffer.from(images.get('png')!)
      }
      const before = await pngOf()
      const end = async () => {
        const gpu = (await browserProcesses(page)).find(({ type }) => type === 'GPU')
        if (gpu) process.kill(gpu.id, 'SIGKILL')
      }
      let failure: unknown = null
      // The browser may replace the process once or twice.
      for (let ends = 0; ends < 6 && failure === null; ends++) {
        await end()
        const drawn = await pngOf().catch(error => {
          failure = error
        })
        if (drawn) expect(drawn.equals(before)).toBe(true)
      }
      expect(failure).toBeInstanceOf(PageLost)
      expect(page.lost.aborted).toBe(true)
      await page.kill()
    },
    patience,
  )

  onLinux(
    'has the browser give back the images it decoded, which it would keep',
    async () => {
      // Each its own picture, of 3 MB.
      const map = (shift: number) =>
        figure(
          [
            {
              type: 'heatmap',
              z: [
                [shift, 2, 3],
                [3, 1, 2 + shift],
              ],
              zsmooth: 'best',
            },
          ],
          { width: 1000, height: 800 },
        )
      await pageSession.releaseMemory()
      const max: number[] = []
      for (let shift = 0; shift < 60; shift++) {
        await loadsAfter(map(shift))
        max.push(await decodedMb())
      }
      // The browser's files are those that are looked at; what else lies in them differs.
      expect(Math.min(...max)).toBeGreaterThan(0)
      expect(Math.max(...max)).toBeLessThan(150)
    },
    patience,
  )

  test(
    'has the browser give back at once what large images were decoded to, and what an svg may contain',
    async () => {
      const session = await pageSession.page.createCDPSession()
      const sent = jest.spyOn(Object.getPrototypeOf(session), 'send')
      const releasesAfter = async (source: string) => {
        sent.mockClear()
        await loadsAfter(figure([], { images: [{ source, sizex: 1, sizey: 1 }] }))
        return sent.mock.calls.filter(([method]) => method === 'Memory.simulatePressureNotification').length
      }
      const photo = async (width: number) => {
        const create = { width, height: width, channels: 3 as const, background: '#c00' }
        return `data:image/png;base64,${(await sharp({ create }).png().toBuffer()).toString('base64')}`
      }
      const svg = (inner: string) =>
        `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`)}`
      try {
        await releasesAfter(await photo(6_000))
        expect(await releasesAfter(await photo(60))).toBe(0)
        expect(await releasesAfter(await photo(6_000))).toBe(1)
        expect(await releasesAfter(svg(`<image href="${await photo(6_000)}"/>`))).toBe(1)
        expect(await releasesAfter(svg(''))).toBe(1)
        expect(await releasesAfter(await photo(60))).toBe(0)
      } finally {
        sent.mockRestore()
        await session.detach()
      }
    },
    patience,
  )

  test(
    'leaves nothing in the server when its pictures are let go',
    async () => {
      setFlagsFromString('--expose-gc')
      const collect = runInNewContext('gc') as () => void
      const source = `data:image/png;base64,${'A'.repeat(2_000_000)}`
      const large = figure([], { images: [{ source, sizex: 1, sizey: 1 }] })
      const held = async (drawings: number) => {
        for (let count = 0; count < drawings; count++) {
          await pageSession.draw(large, { formats: ['svg'], look: defaultLook })
        }
        collect()
        return process.memoryUsage().heapUsed
      }
      const before = await held(3)
      expect((await held(10)) - before).toBeLessThan(8_000_000)
    },
    patience,
  )
})
