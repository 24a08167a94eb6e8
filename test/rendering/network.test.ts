import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { defaultLook } from '../../src/domain/image/look.ts'
import type { Renderer } from '../../src/domain/image/ports.ts'
import { defaultCacheDir } from '../../src/rendering/chromium/cache-dir.ts'
import { findBrowser } from '../../src/rendering/chromium/find.ts'
import { launchBrowser } from '../../src/rendering/chromium/launch.ts'
import { createRenderer } from '../../src/rendering/renderer.ts'
import { eventually } from '../support/eventually.ts'

const patience = 240_000
const browserPath = process.env.BROWSER_PATH || null

/** What arrives is what must not have been sent. */
const arrived: string[] = []
let tcp: Server
let udp: Socket
let renderer: Renderer

beforeAll(async () => {
  tcp = createServer(socket => {
    arrived.push('tcp')
    socket.once('data', bytes => arrived.push(bytes.toString('latin1').split('\r\n')[0] ?? ''))
    socket.on('error', () => {})
    socket.setTimeout(1000, () => socket.destroy())
  })
  await once(tcp.listen(0, '127.0.0.1'), 'listening')
  const { port } = tcp.address() as AddressInfo
  udp = createSocket('udp4', () => arrived.push('udp'))
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  // The trap works: whoever asks is heard.
  await fetch(here('control')).catch(() => {})
  const probe = createSocket('udp4')
  await new Promise(resolve => probe.send('x', port, '127.0.0.1', resolve))
  await eventually('all is heard', () => arrived.length === 3)
  probe.close()
  expect(arrived.splice(0).sort()).toEqual(['GET /control HTTP/1.1', 'tcp', 'udp'])
  renderer = createRenderer({
    workers: 1,
    browserPath,
    sandbox: 'auto',
    limits: { drawMs: patience, waitMs: patience },
  })
}, patience)

afterAll(async () => {
  await renderer.close()
  udp.close()
  tcp.close()
}, patience)

const here = (path: string) => `http://127.0.0.1:${(tcp.address() as AddressInfo).port}/${path}`

test(
  'whatever a figure names elsewhere is drawn without, listed, and never asked for',
  async () => {
    const figures = {
      image: { layout: { images: [{ source: here('image.png'), x: 0, y: 1, sizex: 1, sizey: 1 }] } },
      style: {
        data: [{ type: 'scattermap', lat: [1], lon: [1] }],
        layout: { map: { style: here('style.json') } },
      },
      tiles: {
        data: [{ type: 'scattermap', lat: [1], lon: [1] }],
        layout: {
          map: {
            style: {
              version: 8,
              glyphs: `${here('glyphs')}/{fontstack}/{range}.pbf`,
              sprite: here('sprite'),
              sources: { s: { type: 'raster', tiles: [`${here('tiles')}/{z}/{x}/{y}.png`] } },
              layers: [{ id: 'l', type: 'raster', source: 's' }],
            },
            layers: [{ sourcetype: 'geojson', source: here('layer.json'), type: 'line' }],
          },
        },
      },
      geojson: { data: [{ type: 'choropleth', geojson: here('shapes.json'), locations: ['a'], z: [1] }] },
      picture: { data: [{ type: 'image', source: here('trace.png') }] },
    }
    for (const [name, { data = [{ y: [1] }], layout = {} }] of Object.entries(
      figures as Record<string, { data?: unknown; layout?: unknown }>,
    )) {
      const figure = { data: JSON.stringify(data), layout: JSON.stringify(layout), frames: null }
      const { images, omitted } = await renderer.draw({
        figure: async () => figure,
        formats: ['png', 'pdf'],
        look: defaultLook,
        priority: 'waiting',
      }).result
      expect({ name, drawn: images.get('png')!.length > 500 }).toEqual({ name, drawn: true })
      expect({ name, listed: omitted.some(address => address.startsWith(here(''))) }).toEqual({
        name,
        listed: true,
      })
    }
    expect(arrived).toEqual([])
  },
  patience,
)

test(
  'markup in texts and colours fetches nothing',
  async () => {
    const css = `background:url(${here('css.png')});fill:url(${here('fill.svg')}#a)`
    const text = `<span style="${css}">a</span><a href="${here('link')}" style="${css}">b</a><img src="${here('img.png')}"><image href="${here('image.svg')}"/><style>@import url(${here('import.css')})</style>`
    const figure = {
      data: JSON.stringify([
        { y: [1, 2], text: [text, text], mode: 'text', marker: { color: `url(${here('color')})` } },
      ]),
      layout: JSON.stringify({
        title: { text, font: { family: `x, url(${here('font.woff')})` } },
        annotations: [{ text, x: 0, y: 1 }],
        paper_bgcolor: `url(${here('paper')})`,
      }),
      frames: null,
    }
    const { images } = await renderer.draw({
      figure: async () => figure,
      formats: ['png', 'svg', 'pdf'],
      look: defaultLook,
      priority: 'waiting',
    }).result
    expect(images.get('png')!.length).toBeGreaterThan(500)
    expect(arrived).toEqual([])
  },
  patience,
)

test(
  'the browser itself has no way out: not by address, name, socket, beacon or peer',
  async () => {
    const cacheDir = defaultCacheDir()
    const launched = await launchBrowser({
      binary: await findBrowser({ browserPath, cacheDir }),
      cacheDir,
      sandbox: false,
    })
    try {
      // A page without any of the site's fences: only the browser's own arguments hold.
      const page = (await launched.browser.pages())[0]!
      const { port } = tcp.address() as AddressInfo
      const outcome = await page.evaluate(
        async (target, name) => {
          const tried = async (work: () => Promise<unknown>) =>
            work().then(
              () => 'reached',
              () => 'refused',
            )
          const outcomes = {
            fetch: await tried(() => fetch(target, { mode: 'no-cors' })),
            name: await tried(() => fetch(name, { mode: 'no-cors' })),
            image: await tried(
              () =>
                new Promise((resolve, reject) => {
                  const image = new Image()
                  image.onload = resolve
                  image.onerror = reject
                  image.src = target
                }),
            ),
            socket: await tried(
              () =>
                new Promise((resolve, reject) => {
                  const socket = new WebSocket(target.replace('http', 'ws'))
                  socket.onopen = resolve
                  socket.onerror = reject
                }),
            ),
          }
          navigator.sendBeacon?.(target)
          const peer = new RTCPeerConnection({
            iceServers: [{ urls: target.replace('http://', 'stun:').replace(/\/$/, '') }],
          })
          peer.createDataChannel('x')
          await peer.setLocalDescription(await peer.createOffer())
          await new Promise(resolve => setTimeout(resolve, 1500))
          return outcomes
        },
        here(''),
        `http://localhost:${port}/`,
      )
      expect(outcome).toEqual({ fetch: 'refused', name: 'refused', image: 'refused', socket: 'refused' })
      expect(arrived).toEqual([])
    } finally {
      launched.kill()
      await launched.gone
    }
  },
  patience,
)
