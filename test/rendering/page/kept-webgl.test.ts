/** Contexts of WebGL are used for one figure after the other, and nothing of one is left for the next. */

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type { Figure } from '../../../src/domain/figure/text.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import type { PageSession } from '../../../src/rendering/page/page-session.ts'
import { suitePages } from './browsers.ts'

const patience = 240_000

const real = (name: string): Figure => {
  const { data, layout = {} } = JSON.parse(
    readFileSync(new URL(`../../figures/${name}.json`, import.meta.url), 'utf8'),
  )
  return { data: JSON.stringify(data), layout: JSON.stringify(layout), frames: null }
}
const figure = (trace: object, layout: object = {}): Figure => ({
  data: JSON.stringify([trace]),
  layout: JSON.stringify({ width: 300, height: 200, template: {}, ...layout }),
  frames: null,
})
const dimensions = [{ values: [1, 2, 3] }, { values: [3, 1, 2] }]

/** Everything that is drawn by the contexts that are kept. */
const figures: Readonly<Record<string, Figure>> = {
  points: figure({ type: 'scattergl', mode: 'markers', y: [1, 3, 2], marker: { size: [9, 40, 20] } }),
  'symbols, lines, areas, texts and errors': figure({
    type: 'scattergl',
    mode: 'markers+lines+text',
    y: [1, 3, 2],
    text: ['a', 'b', 'c'],
    fill: 'tozeroy',
    line: { dash: 'dash' },
    marker: { symbol: ['star', 'x', 'diamond-open'], size: 20 },
    error_y: { array: [1, 1, 1] },
  }),
  selected: figure({ type: 'scattergl', mode: 'markers', y: [1, 3, 2], selectedpoints: [1] }),
  polar: figure({ type: 'scatterpolargl', r: [1, 3, 2], theta: [0, 120, 240] }),
  splom: figure({ type: 'splom', dimensions, diagonal: { visible: false } }),
  parcoords: figure({ type: 'parcoords', dimensions, line: { color: [1, 2, 3] } }),
  'another size': figure({ type: 'scattergl', y: [1, 3, 2] }, { width: 210, height: 333 }),
  density: figure(
    { type: 'densitymap', lon: [2, 13, 24], lat: [48, 52, 60] },
    { map: { style: 'white-bg' } },
  ),
  'real texts': real('gl2d_texttemplate'),
  'real splom': real('splom_dates'),
  'real parcoords': real('gl2d_parcoords_1'),
  'real map': real('map_0'),
  'real areas on a map': real('map_choropleth-multiple'),
}

const openPage = suitePages()
let page: PageSession

beforeAll(async () => {
  page = await openPage()
}, patience)

async function draw(drawn: Figure, on = page): Promise<Buffer> {
  const { images } = await on.draw(drawn, { formats: ['png'], look: defaultLook })
  await on.reloadIfNeeded()
  return Buffer.from(images.get('png')!)
}

interface Spied {
  contexts: Set<WebGLRenderingContext>
  objects: [kind: string, object: unknown, context: WebGLRenderingContext][]
  /** Whether something is remembered for a context, which would be for all figures that it draws. */
  keys: boolean
}
type SpiedDocument = Document & { spied: Spied }

/** Has the page remember every context and object of WebGL that it makes, where a figure's own names would be seen. */
const spy = () =>
  page.page.evaluate(() => {
    const spied: Spied = { contexts: new Set(), objects: [], keys: false }
    Object.assign(document, { spied })
    const { set } = WeakMap.prototype
    WeakMap.prototype.set = function (key, value) {
      spied.keys ||= key instanceof WebGLRenderingContext || key instanceof WebGL2RenderingContext
      return set.call(this, key, value)
    }
    const { prototype } = HTMLCanvasElement
    const { getContext } = prototype
    prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
      const context = Reflect.apply(getContext, this, given)
      if (context && /webgl/.test(String(given[0]))) spied.contexts.add(context)
      return context
    } as typeof getContext
    for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
      const methods = prototype as unknown as Record<string, (...given: unknown[]) => unknown>
      for (const name of Object.keys(methods).filter(each => /^create[A-Z]/.test(each))) {
        const create = methods[name]!
        methods[name] = function (this: WebGLRenderingContext, ...given) {
          const object = create.apply(this, given)
          spied.objects.push([name.slice('create'.length), object, this])
          return object
        }
      }
    }
  })

/** What a figure could find in the contexts that are kept: each is compared with a new one. */
const findLeft = () =>
  page.page.evaluate(() => {
    const { contexts, objects, keys } = (document as SpiedDocument).spied
    const left: string[] = keys ? ['something is remembered for a context'] : []
    for (const [kind, object, context] of objects.splice(0)) {
      // `isBuffer` and its like.
      const is = Reflect.get(context, `is${kind}`) as (object: unknown) => boolean
      if (!context.isContextLost() && is.call(context, object)) left.push(`a ${kind}`)
    }

    function stateOf(context: WebGLRenderingContext): Map<string, unknown> {
      const state = new Map<string, unknown>()
      const units: number = context.getParameter(context.MAX_COMBINED_TEXTURE_IMAGE_UNITS)
      const attributes: number = context.getParameter(context.MAX_VERTEX_ATTRIBS)
      const plain = (value: unknown) => (value instanceof Object ? String(value) : value)
      state.set('error', context.getError())
      for (const name in context) {
        const constant = Reflect.get(context, name)
        if (typeof constant !== 'number' || !/^[A-Z]/.test(name)) continue
        state.set(name, plain(context.getParameter(constant)))
        for (let at = 0; at < attributes && /^(?:VERTEX_ATTRIB_ARRAY|CURRENT_VERTEX)/.test(name); at++)
          state.set(`${name} of ${at}`, plain(context.getVertexAttrib(at, constant)))
      }
      for (let unit = 0; unit < units; unit++) {
        context.activeTexture(context.TEXTURE0 + unit)
        state.set(`texture of ${unit}`, context.getParameter(context.TEXTURE_BINDING_2D))
        state.set(`cube of ${unit}`, context.getParameter(context.TEXTURE_BINDING_CUBE_MAP))
      }
      context.activeTexture(context.TEXTURE0)
      const { drawingBufferWidth: width, drawingBufferHeight: height } = context
      const pixels = new Uint8Array(width * height * 4)
      context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, pixels)
      state.set(
        'pixels',
        pixels.some(part => part > 0),
      )
      while (context.getError());
      return state
    }

    for (const context of contexts) {
      if (context.isContextLost()) continue
      const kept = context.canvas as HTMLCanvasElement
      const fresh = document.createElement('canvas')
      fresh.width = kept.width
      fresh.height = kept.height
      // Outside the document it would count as the one of 3d scenes.
      document.body.append(fresh)
      const kind = context instanceof WebGL2RenderingContext ? 'webgl2' : 'webgl'
      const other = fresh.getContext(kind, context.getContextAttributes()) as WebGLRenderingContext
      contexts.delete(other)
      const now = stateOf(context)
      for (const [name, value] of stateOf(other)) {
        if (now.get(name) !== value) left.push(`${name} is ${now.get(name)}, not ${value}`)
      }
      fresh.remove()
      other.getExtension('WEBGL_lose_context')?.loseContext()
      const names = [...kept.getAttributeNames(), ...Object.keys(kept)]
      const others = names.filter(name => !['width', 'height', 'addEventListener'].includes(name))
      if (others.length > 0) left.push(`the canvas has ${others}`)
      const ours = /^(?:create[A-Z]\w*|getExtension|bufferData|bufferSubData)$/
      const own = Object.keys(context).filter(name => !ours.test(name))
      if (own.length > 0) left.push(`the context has ${own}`)
      if (kept.isConnected) left.push('the canvas is in the page')
    }
    return left
  })

const contextsNow = () =>
  page.page.evaluate(() => {
    const { contexts } = (document as SpiedDocument).spied
    return [...contexts]
      .filter(context => !context.isContextLost())
      .map(context => ({ width: context.drawingBufferWidth, height: context.drawingBufferHeight }))
  })

describe('a context of WebGL that is kept', () => {
  const onNewPage = new Map<string, Buffer>()

  test(
    'has nothing of the figure before',
    async () => {
      await spy()
      for (const [name, each] of Object.entries(figures)) {
        onNewPage.set(name, await draw(each))
        expect({ name, left: await findLeft() }).toEqual({ name, left: [] })
      }
    },
    patience,
  )

  test(
    'is used again, one for all plots and one for all maps',
    async () => {
      expect(await contextsNow()).toHaveLength(2)
    },
    patience,
  )

  test(
    'draws every figure the same after every other',
    async () => {
      for (const names of [Object.keys(figures).reverse(), Object.keys(figures).sort()]) {
        for (const name of names) {
          const same = (await draw(figures[name]!)).equals(onNewPage.get(name)!)
          expect({ name, same }).toEqual({ name, same: true })
        }
      }
      expect(await contextsNow()).toHaveLength(2)
    },
    patience,
  )

  test(
    'is replaced when it is lost',
    async () => {
      await page.page.evaluate(() => {
        for (const context of (document as SpiedDocument).spied.contexts) {
          const { getExtension } = Object.getPrototypeOf(context)
          getExtension.call(context, 'WEBGL_lose_context')?.loseContext()
        }
      })
      for (const name of ['points', 'real map'])
        expect((await draw(figures[name]!)).equals(onNewPage.get(name)!)).toBe(true)
    },
    patience,
  )

  test(
    'is not used for a large figure, and has no buffers while the page rests',
    async () => {
      await spy()
      await draw(figure({ type: 'scattergl', y: [1, 3, 2] }, { width: 1300, height: 500 }))
      expect(await contextsNow()).toEqual([])
      await draw(figures.points!)
      expect(await contextsNow()).toEqual([{ width: 600, height: 400 }])
      await page.releaseMemory()
      expect(await contextsNow()).toEqual([{ width: 1, height: 1 }])
    },
    patience,
  )

  test(
    'is none that a figure had which could not be drawn',
    async () => {
      await page.page.evaluate(() => {
        const { readPixels } = WebGLRenderingContext.prototype
        WebGLRenderingContext.prototype.readPixels = () => {
          WebGLRenderingContext.prototype.readPixels = readPixels
          throw new Error('not drawn')
        }
      })
      let loads = 0
      page.page.once('load', () => {
        loads += 1
      })
      expect((await draw(figures.points!)).equals(onNewPage.get('points')!)).toBe(true)
      expect(loads).toBe(1)
    },
    patience,
  )
})

test(
  'a figure looks the same after others where its pixels are more than the browser gives a context that it resizes',
  async () => {
    const large = figure({ type: 'scattergl', y: [1, 3, 2] }, { width: 2900, height: 2900 })
    const first = await draw(large, await openPage())
    await draw(figures.points!)
    expect((await draw(large)).equals(first)).toBe(true)
  },
  patience,
)

test(
  'frames that a figure requested do not come while the next is drawn',
  async () => {
    await page.page.evaluate(() => {
      const { Plotly } = window as unknown as { Plotly: { purge(element: Element): void } }
      const { purge } = Plotly
      Plotly.purge = element => {
        // It is also called for the plot that was removed last.
        if (element.hasChildNodes()) requestAnimationFrame(() => performance.mark('late'))
        purge(element)
      }
    })
    await draw(figures.points!)
    await draw(figures.points!)
    await page.page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.page.evaluate(() => performance.getEntriesByName('late').length)).toBe(0)
  },
  patience,
)
