/** The interactive figure: drawn over the static image, and drawn anew when the page's size or theme changes. */

import type { JsonObject } from '../json.ts'
import { offerPlay } from './animation.ts'
import { plotConfig } from './config.ts'
import { labelFigure } from './description.ts'
import { readFigure, type Theme } from './figure.ts'
import { awaitFonts } from './fonts.ts'
import { readLocale } from './locale.ts'
import { type GraphPage, showNotice } from './page.ts'
import { type PlotlyLibrary, pageGlobals } from './plotly.ts'
import { walkPoints } from './walk-points.ts'

/**
 * Starts what can be had before the library runs; the static image stays where the figure cannot be drawn. Resolves
 * with what draws the figure anew once the page has another one. `complete`: the page has its figure.
 */
export async function showLiveFigure(page: GraphPage, complete: Promise<void>): Promise<() => Promise<void>> {
  const locale = readLocale(page.settings)
  if (page.settings.webgl && !hasWebgl()) {
    return withNotice('The interactive version needs WebGL, which this browser does not offer.')
  }
  await scriptsRun()
  const plotly = pageGlobals.Plotly
  if (!plotly) return withNotice('The interactive version could not be loaded. This is its picture.')
  try {
    const [words] = await Promise.all([
      locale,
      complete,
      awaitFonts(page.settings.fonts),
      page.settings.math ? pageGlobals.MathJax?.startup.promise : null,
    ])
    return await draw(page, plotly, words)
  } catch (error) {
    plotly.purge(page.live)
    const reason = error instanceof Error ? error.message : String(error)
    return withNotice(`The interactive version could not be drawn: ${reason}`)
  }
}

/** There is only the static image, which needs no drawing. */
function withNotice(message: string): () => Promise<void> {
  showNotice(message)
  return async () => {}
}

function hasWebgl(): boolean {
  const canvas = document.createElement('canvas')
  return Boolean(canvas.getContext('webgl2') ?? canvas.getContext('webgl'))
}

/** The library's, which come after the page's own. */
const scriptsRun = () =>
  new Promise(resolve => document.addEventListener('DOMContentLoaded', resolve, { once: true }))

async function draw(
  page: GraphPage,
  plotly: PlotlyLibrary,
  locale: JsonObject,
): Promise<() => Promise<void>> {
  const { settings, box, live } = page
  const darkness = matchMedia('(prefers-color-scheme: dark)')
  const theme = (): Theme => page.settings.theme ?? (darkness.matches ? 'dark' : 'light')
  const config = () => plotConfig(settings, locale)
  // Set when a map's background could not be had: the figure is drawn without it from then on.
  let offline = false
  let drawn = ''
  async function show(put: PlotlyLibrary['newPlot']): Promise<void> {
    const figure = readFigure(page, theme(), offline)
    drawn = JSON.stringify(figure.layout)
    await put(live, { ...figure, config: config() })
  }

  await imageShown(box)
  await show(plotly.newPlot).catch(error => {
    if (!isMapError(error)) throw error
    offline = true
    plotly.purge(live)
    showNotice(
      'The background of this map comes from another server, which does not answer. It is drawn without.',
    )
    return show(plotly.newPlot)
  })
  // Only now: the library measures its texts on the screen.
  fitBox(page)
  labelFigure(page)
  offerPlay(plotly, live)
  walkPoints(plotly, live)
  live.removeAttribute('aria-hidden')
  box.classList.add('is-live')
  showToolsOnTouch(box)

  async function follow(): Promise<void> {
    const { layout } = readFigure(page, theme(), offline)
    if (JSON.stringify(layout) !== drawn) await show(plotly.react)
  }
  darkness.addEventListener('change', () => void follow())
  let resized: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('fullscreenchange', () => fitBox(page))
  addEventListener('resize', () => {
    fitBox(page)
    // Words are broken where the figure ends; the library follows the size by itself.
    clearTimeout(resized)
    resized = setTimeout(() => void follow(), 150)
  })
  addEventListener('beforeprint', () => noteSize(page))
  return async () => {
    await show(plotly.react)
    labelFigure(page)
  }
}

/** Printing gives the page another width without a word: what is on the screen is made smaller by the style sheet. */
function noteSize({ box, live }: GraphPage): void {
  box.style.setProperty('--live-w', `${live.offsetWidth}px`)
  box.style.setProperty('--live-h', `${live.offsetHeight}px`)
}

/** In milliseconds: who has to wait longer for the static image rather gets the interactive figure first. */
const longestImageWait = 400

/**
 * Resolves when the static image is on the screen, if it comes soon: drawing holds the page up, and the image would be
 * painted after it.
 */
async function imageShown(box: HTMLElement): Promise<void> {
  const image = box.querySelector('img')
  if (!image) return
  const late = new Promise(resolve => setTimeout(resolve, longestImageWait))
  await Promise.race([image.decode().catch(() => {}), late])
  // A frame that is not shown, such as a tab in the background, has no next one.
  await Promise.race([new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))), late])
}

/** The library says no more than this of a style, its tiles, letters or icons that cannot be had. */
const isMapError = (error: unknown) => error instanceof Error && error.message === 'Map error.'

/**
 * A figure with a width of its own is made smaller where the screen is narrower, and stands in the middle of the whole
 * screen, as the static image does.
 */
function fitBox({ box, live }: GraphPage): void {
  if (!box.classList.contains('is-fixed')) return
  const [across, upright] = [box.clientWidth / live.offsetWidth, box.clientHeight / live.offsetHeight]
  const full = document.fullscreenElement === box
  const scale = full ? Math.min(across, upright) : across
  const transform = Math.abs(scale - 1) < 0.001 ? '' : `scale(${scale})`
  live.style.translate = full ? `${(across - scale) * 50}% ${(upright - scale) * 50}%` : ''
  if (live.style.transform === transform) return
  live.style.transform = transform
  live.style.setProperty('--enlarge', String(1 / scale))
  // Words in an svg have the size for which they were laid out: browsers paint some too large, or not at all.
  const drawings = live.querySelectorAll<SVGElement>('.main-svg')
  for (const { style } of drawings) style.display = 'none'
  void live.offsetWidth
  for (const { style } of drawings) style.display = ''
}

/** Where nothing hovers, a tap on the figure brings its tools, a tap elsewhere takes them away. */
function showToolsOnTouch(box: HTMLElement): void {
  document.addEventListener('pointerdown', event =>
    box.classList.toggle('is-touched', box.contains(event.target as Node)),
  )
}
