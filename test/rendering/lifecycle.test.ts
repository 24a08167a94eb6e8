import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Figure } from '../../src/domain/figure/text.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import type { Renderer, RenderHandle, RenderPriority } from '../../src/domain/image/ports.ts'
import { privateFolder } from '../../src/rendering/chromium/cache-dir.ts'
import { packedBrowserFits, unpackBrowser } from '../../src/rendering/chromium/unpack.ts'
import { createRenderer } from '../../src/rendering/renderer.ts'
import type { RendererConfig } from '../../src/rendering/renderer-config.ts'
import type { RendererEvent } from '../../src/rendering/renderer-event.ts'
import { eventually } from '../support/eventually.ts'

const patience = 240_000
const browserPath = process.env.BROWSER_PATH || null
const onLinux = process.platform === 'linux' ? test : test.skip

const bars: Figure = {
  data: '[{"type":"bar","y":[1,3,2]}]',
  layout: '{"width":200,"height":150}',
  frames: null,
}
/** Takes the library a minute and more: a mark of svg for each of its points. */
const endless: Figure = {
  data: JSON.stringify([{ mode: 'markers', y: Array.from({ length: 1_600_000 }, (_, i) => i % 97) }]),
  layout: '{}',
  frames: null,
}

const svgImage = (inner: string, x: number) => ({
  source: `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">${inner}</svg>`,
  ).toString('base64')}`,
  ...{ xref: 'paper', yref: 'paper', x, y: 1, sizex: 0.5, sizey: 0.5 },
})
/** Takes minutes: each of its filters is applied to the result of the one before. */
const endlessImage: Figure = {
  data: '[{"y":[1,3,2]}]',
  layout: JSON.stringify({
    images: [
      svgImage('<circle r="20"/>', 0),
      svgImage(`<rect width="60" height="40" style="filter:${'blur(9px) '.repeat(2_000)}"/>`, 0.5),
    ],
  }),
  frames: null,
}

let cacheDir: string
let renderer: Renderer
const events: RendererEvent[] = []

function open(config: Partial<RendererConfig> = {}): Renderer {
  events.length = 0
  renderer = createRenderer({
    workers: 1,
    // On a slow machine one would open while a page is held, and draw what a test has wait.
    spare: false,
    browserPath,
    sandbox: 'auto',
    cacheDir,
    onEvent: event => events.push(event),
    ...config,
    limits: { drawMs: patience, readMs: patience, waitMs: patience, ...config.limits },
  })
  return renderer
}

function draw(
  figure: Figure | (() => Promise<Figure>),
  priority: RenderPriority = 'waiting',
): RenderHandle<unknown> {
  const read = typeof figure === 'function' ? figure : async () => figure
  const handle = renderer.draw({ figure: read, formats: ['png'], look: defaultLook, priority })
  handle.result.catch(() => {})
  return handle
}

/** A figure that takes until it is let go; `begun` tells that its turn has come. */
function held() {
  const { promise, resolve } = Promise.withResolvers<Figure>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const read = () => {
    begin()
    return promise
  }
  return { read, begun, release: () => resolve(bars) }
}

const outcome = (handle: RenderHandle<unknown>) =>
  handle.result.then(
    () => 'drawn',
    error => error.code as string,
  )

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'plotgate-test-'))
})
afterAll(() => rm(cacheDir, { recursive: true, force: true }))
afterEach(() => renderer?.close(), patience)

describe('the packed browser', () => {
  const packed = packedBrowserFits() ? test : test.skip

  packed(
    'is unpacked once, whole and private, when two begin at once',
    async () => {
      const [one, two] = await Promise.all([unpackBrowser(cacheDir), unpackBrowser(cacheDir)])
      expect(one).toEqual(two)
      expect(readdirSync(cacheDir).filter(name => !name.startsWith('chromium-'))).toEqual([])
      expect(statSync(one.executable).size).toBeGreaterThan(50_000_000)
      expect(statSync(join(one.executable, '..')).mode & 0o777).toBe(0o700)
      expect(existsSync(one.libraries)).toBe(true)
      expect(process.env.AWS_EXECUTION_ENV).toBeUndefined()
      expect(process.env.LD_LIBRARY_PATH ?? '').not.toContain(cacheDir)
    },
    patience,
  )

  onLinux('is not taken from a folder that others can write, or that is a link', async () => {
    const shared = join(cacheDir, 'shared')
    await mkdir(shared)
    await chmod(shared, 0o777)
    expect(() => privateFolder(shared)).toThrow(/written by others/)
    await symlink(cacheDir, join(cacheDir, 'link'))
    expect(() => privateFolder(join(cacheDir, 'link'))).toThrow(/not a directory/)
    await rm(shared, { recursive: true })
    await rm(join(cacheDir, 'link'))
  })
})

describe('deadlines and places', () => {
  test(
    'a figure that does not end is stopped hard, and the page beside it draws on',
    async () => {
      open({ workers: 2, limits: { drawMs: 12_000 } })
      await renderer.canary()
      const stopped = draw(endless)
      const beside = await Promise.all(Array.from({ length: 5 }, () => outcome(draw(bars))))
      expect(beside).toEqual(Array(5).fill('drawn'))
      expect(await outcome(stopped)).toBe('render_timeout')
      expect(await outcome(draw(bars))).toBe('drawn')
    },
    patience,
  )

  test(
    'an SVG image that does not end is named, and its page is free again long before the deadline',
    async () => {
      open({ limits: { slowMs: 1_000 } })
      await renderer.canary()
      const error = await draw(endlessImage).result.then(
        () => null,
        (refused: unknown) => refused,
      )
      expect(error).toMatchObject({
        code: 'render_timeout',
        message: expect.stringMatching(
          /^layout\.images\[1\]\.source: the SVG image was not drawn within 5 s, .*; draw it with fewer elements, filters and masks, or send it as a PNG$/,
        ),
      })
      expect(await outcome(draw(bars))).toBe('drawn')
    },
    patience,
  )

  test(
    'places are bounded, and what nobody wants leaves',
    async () => {
      open({ limits: { waitingPlaces: 2, backgroundPlaces: 1 } })
      const slow = held()
      const busy = draw(slow.read)
      await slow.begun
      const late = draw(bars)
      const unwanted = draw(bars)
      expect(await outcome(draw(bars))).toBe('overloaded')
      const ahead = draw(bars, 'background')
      expect(await outcome(draw(bars, 'background'))).toBe('overloaded')
      void unwanted.cancel()
      expect(await outcome(unwanted)).toBe('cancelled')
      ahead.promote(['png'])
      expect(renderer.stats()).toMatchObject({ busy: 1, queued: 2 })
      slow.release()
      expect(await Promise.all([busy, late, ahead].map(outcome))).toEqual(['drawn', 'drawn', 'drawn'])
    },
    patience,
  )

  test(
    'waiting is bounded',
    async () => {
      open({ limits: { waitMs: 500 } })
      const slow = held()
      const look = { formats: ['png'], look: defaultLook } as const
      // What nobody waits for has no such bound, however long the browser takes to start.
      const busy = renderer.draw({ ...look, figure: slow.read, priority: 'background', account: 'another' })
      await slow.begun
      expect(await outcome(draw(bars))).toBe('overloaded')
      slow.release()
      expect(await outcome(busy)).toBe('drawn')
    },
    patience,
  )

  test(
    'a drawing that somebody waits for makes what is waited for alone, unless it has begun',
    async () => {
      open()
      const both = { formats: ['png', 'svg'], look: defaultLook, priority: 'background' } as const
      const slow = held()
      const begun = renderer.draw({ ...both, figure: slow.read })
      await slow.begun
      const queued = renderer.draw({ ...both, figure: async () => bars })
      expect(begun.promote(['png'])).toEqual(['png', 'svg'])
      expect(queued.promote(['png'])).toEqual(['png'])
      slow.release()
      expect([...(await begun.result).images.keys()]).toEqual(['png', 'svg'])
      expect([...(await queued.result).images.keys()]).toEqual(['png'])
    },
    patience,
  )

  test(
    'a figure that cannot be read fails as its reader says',
    async () => {
      open()
      const error = Object.assign(new Error('gone'), { code: 'graph_not_found' })
      expect(await outcome(draw(async () => Promise.reject(error)))).toBe('graph_not_found')
    },
    patience,
  )

  test(
    'a figure that is never read is given up in time, and its page draws on',
    async () => {
      open({ limits: { readMs: 300 } })
      await renderer.canary()
      const unread = draw(() => new Promise<Figure>(() => {}))
      await expect(unread.result).rejects.toMatchObject({
        code: 'unavailable',
        retryAfter: expect.any(Number),
      })
      expect(await outcome(draw(bars))).toBe('drawn')
      expect(renderer.stats().restarts).toBe(0)
    },
    patience,
  )
})

describe('faults', () => {
  const onLinuxEach = process.platform === 'linux' ? test.each : test.skip.each
  onLinuxEach([
    ['a browser', 'chrom'],
    ['the process that draws', '--type=renderer'],
    ['the graphics process and the one that draws', '--type='],
  ])(
    '%s killed in the middle is replaced, and its figure drawn by the next',
    async (_, word) => {
      open()
      await renderer.canary()
      const slow = held()
      const handle = draw(slow.read)
      await slow.begun
      for (const pid of await descendants(process.pid, word)) kill(pid)
      slow.release()
      expect(await outcome(handle)).toBe('drawn')
      expect(await outcome(draw(bars))).toBe('drawn')
      expect(renderer.stats().restarts).toBeGreaterThan(0)
    },
    patience,
  )

  test(
    'a figure is not blamed because the service itself was suspended until its time was over',
    async () => {
      open({ limits: { drawMs: 5_000 } })
      await renderer.canary()
      const slow = held()
      const handle = draw(slow.read)
      await slow.begun
      slow.release()
      suspend(7_000)
      expect(await outcome(handle)).toBe('drawn')
      expect(renderer.stats().restarts).toBe(0)
    },
    patience,
  )

  onLinux(
    'a figure that loses its page late does not have the whole time again',
    async () => {
      open({ limits: { drawMs: 12_000, allPagesMs: 13_000 } })
      await renderer.canary()
      const slow = held()
      const handle = draw(async () => {
        await slow.read()
        return endless
      })
      await slow.begun
      await pause(3_000)
      for (const pid of await descendants(process.pid, '--headless')) kill(pid)
      slow.release()
      await expect(handle.result).rejects.toMatchObject({
        code: 'render_timeout',
        message: expect.stringContaining('not drawn within 13 s'),
      })
    },
    patience,
  )

  onLinux(
    'the browsers of a killed server end by themselves, their folders are gone at the next start',
    async () => {
      const holder = startHolder()
      await once(holder.stdout!, 'data')
      const browsers = await descendants(holder.pid!, 'chrom')
      // Two browsers, each with at least a zygote, a graphics and a drawing process.
      expect(browsers.length).toBeGreaterThanOrEqual(8)
      holder.kill('SIGKILL')
      await eventually('they are gone', () => !browsers.some(running))

      const profiles = () => readdirSync(cacheDir).filter(name => name.startsWith('profile-'))
      expect(profiles().length).toBe(2)
      open()
      await renderer.canary()
      expect(profiles().length).toBe(1)
      await renderer.close()
      expect(profiles()).toEqual([])
      expect(await descendants(process.pid, 'chrom')).toEqual([])
    },
    patience,
  )

  onLinux(
    'a browser killed again and again costs time, and no figure',
    async () => {
      open({ workers: 2 })
      await renderer.canary()
      let drawn = 0
      let over = false
      const hand = async () => {
        while (!over) {
          if ((await outcome(draw(bars))) === 'drawn') drawn++
          else await pause(200)
        }
      }
      const hands = [hand(), hand()]
      for (let kills = 0; kills < 4; kills++) {
        const enough = drawn + 5
        for (const pid of await descendants(process.pid, '--headless')) kill(pid)
        await eventually('five more figures are drawn', () => drawn >= enough)
      }
      over = true
      await Promise.all(hands)
    },
    patience,
  )

  onLinux(
    'a page that is busy for long is ready',
    async () => {
      open()
      await renderer.canary()
      const slow = held()
      const busy = draw(slow.read)
      await slow.begun
      // Longer ago than a success speaks for the canary.
      await pause(16_000)
      await renderer.canary()
      slow.release()
      expect(await outcome(busy)).toBe('drawn')
    },
    patience,
  )

  test(
    'starts that fail for long are told once, as a reason to end',
    async () => {
      open({ browserPath: '/nowhere/chrome', givesUpAfter: { failures: 2, ms: 500 } })
      await eventually('it gives up', () => events.some(event => event.kind === 'gave-up'))
      expect(events).toContainEqual({
        kind: 'gave-up',
        error: expect.objectContaining({ code: 'unavailable' }),
      })
    },
    patience,
  )

  test('without a browser, drawing and the canary say what is missing', async () => {
    open({ browserPath: '/nowhere/chrome' })
    await expect(renderer.canary()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('/nowhere/chrome'),
    })
    expect(await outcome(draw(bars))).toBe('unavailable')
    expect(events[0]).toMatchObject({ kind: 'launch-failed' })
  })

  const asRoot = process.getuid?.() === 0 ? test : test.skip
  asRoot(
    'RENDER_SANDBOX: on refuses where it does not work, auto says so and goes on',
    async () => {
      open({ sandbox: 'on' })
      await expect(renderer.canary()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('RENDER_SANDBOX'),
      })
      await renderer.close()
      open()
      await renderer.canary()
      expect(events).toContainEqual({ kind: 'no-sandbox', reason: expect.stringContaining('root') })
    },
    patience,
  )

  onLinux(
    'every process of the browser yields as far as it is told to, and cannot raise itself',
    async () => {
      open({ niceness: 5 })
      await renderer.canary()
      const browser = (await descendants(process.pid, '--type=')).filter(running)
      expect(browser.length).toBeGreaterThan(2)
      expect(browser.map(niceness).filter(nice => nice < 5)).toEqual([])
      await renderer.close()
    },
    patience,
  )

  onLinux(
    'a page of which nothing is asked gives its memory back, and draws on',
    async () => {
      open({ spare: false, limits: { idleMs: 3000 } })
      const resident = async () => {
        const [page] = await descendants(process.pid, '--type=renderer')
        return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${page}/status`, 'utf8'))![1]) / 1024
      }
      for (let count = 0; count < 100; count++) await draw(bars).result
      const before = await resident()
      await eventually('20 MB are given back', async () => (await resident()) < before - 20)
      expect(await outcome(draw(bars))).toBe('drawn')
      expect(renderer.stats().restarts).toBe(0)
      await renderer.close()
    },
    patience,
  )

  test(
    'a page that gives memory back is not ended because a figure comes meanwhile that takes long',
    async () => {
      open({ limits: { idleMs: 1, drawMs: 14_000 } })
      await renderer.canary()
      expect(await outcome(draw(bars))).toBe('drawn')
      // In the middle of its collecting garbage, on most machines.
      await pause(4)
      expect(await outcome(draw(endless))).toBe('render_timeout')
      expect(events.filter(({ kind }) => kind === 'browser-ended')).toEqual([])
    },
    patience,
  )

  test(
    'after closing nothing is drawn',
    async () => {
      open()
      const queued = draw(bars)
      await renderer.close()
      expect(['drawn', 'unavailable']).toContain(await outcome(queued))
      expect(await outcome(draw(bars))).toBe('unavailable')
    },
    patience,
  )
})

function startHolder(): ChildProcess {
  const script = new URL('./fixtures/holder.ts', import.meta.url).pathname
  return spawn(process.execPath, [script, cacheDir], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Processes below a process, however deep, whose command holds the word. */
async function descendants(of: number, word: string): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null
    if (stat && stat.state !== 'Z') parents.set(Number(name), stat.parent)
  }
  const below = new Set([of])
  for (let grown = true; grown; ) {
    grown = false
    for (const [pid, parent] of parents) {
      if (below.has(parent) && !below.has(pid)) {
        below.add(pid)
        grown = true
      }
    }
  }
  below.delete(of)
  return [...below].filter(pid => commandOf(pid).includes(word))
}

function statOf(pid: number): { state: string; parent: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent = ''] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return null
  }
}

/** -20 comes first, 19 last. */
function niceness(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16])
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const running = (pid: number) => (statOf(pid)?.state ?? 'Z') !== 'Z'
/** Holds up this thread, as a process is that is stopped and goes on later. */
function suspend(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone with the one before.
  }
}
