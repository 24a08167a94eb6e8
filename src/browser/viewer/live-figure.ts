/** The interactive figure: drawn over the static image, and drawn again when the page's size or theme changes. */

import type { JsonObject } from '../json.ts'
import { messageOf } from '../message-of.ts'
import { offerPlay } from './animation.ts'
import { plotConfig } from './config.ts'
import { operateControls } from './controls.ts'
import { labelFigure } from './description.ts'
import { readFigure, type Theme } from './figure.ts'
import { awaitFonts } from './fonts.ts'
import { readLocale } from './locale.ts'
import { type GraphPage, showNotice } from './page.ts'
import { type PlotlyLibrary, pageGlobals } from './plotly.ts'
import { filled } from './texts.ts'
import { walkPoints } from './walk-points.ts'

/**
 * Prepares what it can before the library runs. If the figure cannot be drawn, the static image stays. Resolves with a
 * function that draws the page's figure again when it has changed. `complete` resolves when the page has its figure.
 */
export async function showLiveFigure(page: GraphPage, complete: Promise<void>): Promise<() => Promise<void>> {
  const { texts } = page
  const locale = readLocale(page.settings)
  if (page.settings.webgl && !hasWebgl()) {
    return withNotice(texts.noWebgl)
  }
  await scriptsRun()
  const plotly = pageGlobals.Plotly
  if (!plotly) return withNotice(texts.notLoaded)
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
    const reason = messageOf(error)
    return withNotice(filled(texts.notDrawn, reason))
  }
}

/** There is only the static image, which need not be drawn. */
function withNotice(message: string): () => Promise<void> {
  showNotice(message)
  return async () => {}
}

function hasWebgl(): boolean {
  const canvas = document.createElement('canvas')
  return Boolean(canvas.getContext('webgl2') ?? canvas.getContext('webgl'))
}

/** Resolves when the library's scripts, which follow the page's own, have run. */
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
  // True once the background of a map could not be loaded: from then on, the figure is drawn without it.
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
    showNotice(page.texts.noMap)
    return show(plotly.newPlot)
  })
  // Only now, because the library measures its texts on the screen.
  fitBox(page)
  labelFigure(page)
  offerPlay(plotly, page)
  walkPoints(plotly, page)
  operateControls(plotly, page)
  live.removeAttribute('aria-hidden')
  box.classList.add('is-live')
  showToolsOnTouch(box)

  async function follow(): Promise<void> {
    const { layout } = readFigure(page, theme(), offline)
    if (JSON.stringify(layout) !== drawn) await show(plotly.react)
  }
  darkness.addEventListener('change', () => void follow())
  let resized: ReturnType<typeof setTimeout> | undefined
  // A window that fills the screen already is not resized.
  document.addEventListener('fullscreenchange', () => dispatchEvent(new Event('resize')))
  addEventListener('resize', () => {
    fitBox(page)
    // Texts have to be broken again; the library itself follows the size.
    clearTimeout(resized)
    resized = setTimeout(() => void follow(), 150)
  })
  addEventListener('beforeprint', () => noteSize(page))
  return async () => {
    await show(plotly.react)
    labelFigure(page)
  }
}

/** Printing changes the width of the page without an event: the style sheet scales what is on the screen. */
function noteSize({ box, live }: GraphPage): void {
  box.style.setProperty('--live-w', `${live.offsetWidth}px`)
  box.style.setProperty('--live-h', `${live.offsetHeight}px`)
}

/** In milliseconds. If the static image takes longer, the interactive figure is shown first. */
const longestImageWait = 400

/**
 * Resolves when the static image is on the screen, or after a short time: drawing blocks the page, and the image would
 * only be painted after it.
 */
async function imageShown(box: HTMLElement): Promise<void> {
  const image = box.querySelector('img')
  if (!image) return
  const late = new Promise(resolve => setTimeout(resolve, longestImageWait))
  await Promise.race([image.decode().catch(() => {}), late])
  // A page that is not visible, such as in a background tab, gets no next frame.
  await Promise.race([new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))), late])
}

/** The library's only message if a style, its tiles, fonts or icons cannot be loaded. */
const isMapError = (error: unknown) => error instanceof Error && error.message === 'Map error.'

/**
 * Scales a figure with a width of its own to narrower screens, and centres it on a full screen, like the static image.
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
  // Texts in an svg must have the size for which they were laid out: browsers paint some too large, or not at all.
  const drawings = live.querySelectorAll<SVGElement>('.main-svg')
  for (const { style } of drawings) style.display = 'none'
  void live.offsetWidth
  for (const { style } of drawings) style.display = ''
}

/** On touch screens, a tap on the figure shows its tools, and a tap elsewhere hides them. */
function showToolsOnTouch(box: HTMLElement): void {
  document.addEventListener('pointerdown', event =>
    box.classList.toggle('is-touched', box.contains(event.target as Node)),
  )
}
