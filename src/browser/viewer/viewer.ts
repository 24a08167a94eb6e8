/**
 * What runs in the viewer's browser. Handed to pages as its own text (`startPage.toString()`), so it uses nothing
 * from outside. The page works without it: picture, downloads and embed code are plain HTML.
 */

import type { FigureParts, JsonObject } from '../figure/figure-parts.ts'
import type { FigureSteps, PreparedFigure } from '../figure/prepare.ts'

/** What the server tells the script, as JSON in the page. */
export interface PageSettings {
  readonly title: string | null
  /** The stem of downloaded files. */
  readonly file: string
  readonly permalink: string | null
  /** Where the charting library's words in other languages are fetched from; null: English only. */
  readonly words: string | null
  /** Where base maps are fetched from; null where they stand in the page. */
  readonly maps: string | null
  /** A theme that was asked for in the address. */
  readonly theme: 'light' | 'dark' | null
  readonly themeable: boolean
  readonly width: number | null
  readonly height: number | null
  readonly webgl: boolean
  readonly math: boolean
  /** The fonts the figure is set in, as CSS names them, and a letter of each range it has. */
  readonly fonts: { readonly fonts: readonly string[]; readonly letters: string }
}

interface PlotlyLibrary {
  newPlot(element: HTMLElement, figure: JsonObject): Promise<unknown>
  react(element: HTMLElement, figure: JsonObject): Promise<unknown>
  animate(element: HTMLElement, frames: null | [null], options: JsonObject): Promise<unknown>
  purge(element: HTMLElement): void
}

interface PlotWindow extends Window {
  Plotly?: PlotlyLibrary
  MathJax?: { startup: { promise: Promise<void> } }
  PlotlyGeoAssets?: { topojson: JsonObject }
  Worker: typeof Worker
}

/** `languages`: those that the charting library's own words come in, beside English. */
export function startPage(steps: FigureSteps, languages: readonly string[]): void {
  const page = window as unknown as PlotWindow
  const byId = (id: string) => document.getElementById(id)
  const readJson = (id: string) => JSON.parse(byId(id)?.textContent ?? 'null')
  const settings: PageSettings = readJson('settings')
  const box = byId('plot') as HTMLElement
  const live = byId('live') as HTMLElement
  const notice = byId('notice') as HTMLElement
  const darkness = matchMedia('(prefers-color-scheme: dark)')

  const baseMaps = readJson('maps')
  if (baseMaps) page.PlotlyGeoAssets = { topojson: baseMaps }

  // --- Map workers. Chromium refuses module workers to pages of an opaque origin, which this one is in the
  // sandbox and on file://. The map library's worker is a module only by its last statement, an export.

  function letWorkersRun(): void {
    const NativeWorker = page.Worker
    const readBlob = (address: string) => {
      // At once, because a constructor cannot wait; the blob is in memory.
      const request = new XMLHttpRequest()
      request.open('GET', address, false)
      request.send()
      return request.responseText
    }
    const asClassic = (address: string) => {
      let code = readBlob(address)
      const wrapper = /^\s*import\s*("blob:[^"]+")\s*;?\s*$/.exec(code)
      if (wrapper?.[1]) code = readBlob(JSON.parse(wrapper[1]))
      const classic = `'use strict';${code.replace(/\bexport\s*\{[\w$]+ as default\}\s*;?/, '')}`
      return URL.createObjectURL(new Blob([classic], { type: 'text/javascript' }))
    }
    page.Worker = class extends NativeWorker {
      constructor(address: string | URL, options: WorkerOptions = {}) {
        const blob = options.type === 'module' && /^blob:/.test(String(address))
        if (blob) super(asClassic(String(address)), { ...options, type: 'classic' })
        else super(address, options)
      }
    }
  }
  if (self.origin === 'null') letWorkersRun()

  // --- The interactive figure.

  const theme = () => settings.theme ?? (darkness.matches ? 'dark' : 'light')

  function prepare(): PreparedFigure {
    const parts = readJson('figure') as FigureParts
    const figure = steps.prepare(
      { data: parts.data, layout: parts.layout, frames: parts.frames ?? [] },
      {
        room: { width: live.clientWidth, height: live.clientHeight },
        width: null,
        height: null,
        theme: settings.themeable && theme() === 'dark' ? 'dark' : null,
        background: null,
        offline: false,
      },
    )
    const { layout } = figure
    if (settings.width === null) delete layout.width
    if (settings.height === null) delete layout.height
    // A finger that drags wants to scroll the page; the mode bar still offers zoom and pan.
    const touch = matchMedia('(hover: none) and (pointer: coarse)').matches
    if (touch && layout.dragmode === undefined) layout.dragmode = false
    // What the viewer zoomed or hid stays so when the figure is drawn anew.
    layout.uirevision ??= 'viewer'
    // The box has the size; the figure follows it.
    if (settings.width === null || settings.height === null) layout.autosize = true
    return figure
  }

  /** The mode bar in the viewer's language. Numbers and dates stay as they are in the picture. */
  async function readWords(): Promise<JsonObject> {
    const full = navigator.language.toLowerCase()
    const locale = [full, full.split('-')[0] ?? ''].find(each => languages.includes(each))
    if (!locale || settings.words === null) return {}
    try {
      const dictionary = await (await fetch(`${settings.words}${locale}.json`)).json()
      return { locale, locales: { [locale]: { dictionary } } }
    } catch {
      return {}
    }
  }
  const words = readWords()

  /**
   * The charting library measures its texts once, so the letters must be there. Those that come later than this
   * would move what is already placed: then the page does without.
   */
  async function awaitFonts(): Promise<void> {
    const { fonts, letters } = settings.fonts
    const loaded = Promise.all(fonts.map(font => document.fonts.load(font, letters))).then(
      () => true,
      () => false,
    )
    const late = new Promise<boolean>(resolve => setTimeout(resolve, 500, false))
    if (!(await Promise.race([loaded, late]))) byId('fonts')?.remove()
  }
  const fonts = awaitFonts()

  const config = async () => ({
    ...(await words),
    displaylogo: false,
    showSendToCloud: false,
    responsive: true,
    ...(settings.maps && { topojsonURL: settings.maps }),
    toImageButtonOptions: { filename: settings.file, scale: 2 },
  })

  /** A figure with a size of its own is made smaller where the screen is narrower, as the picture is. */
  function shrink(): void {
    if (settings.width === null || !box.classList.contains('is-fixed')) return
    const scale = box.clientWidth / settings.width
    live.style.transform = Math.abs(scale - 1) < 0.001 ? '' : `scale(${scale})`
  }

  function webglMissing(): boolean {
    if (!settings.webgl) return false
    const canvas = document.createElement('canvas')
    return !(canvas.getContext('webgl2') ?? canvas.getContext('webgl'))
  }

  function say(message: string): void {
    notice.textContent = message
    notice.hidden = false
  }

  async function draw(): Promise<void> {
    const plotly = page.Plotly
    if (!plotly) return say('The interactive version could not be loaded. This is its picture.')
    if (webglMissing()) return say('The interactive version needs WebGL, which this browser does not offer.')
    try {
      if (settings.math) await page.MathJax?.startup.promise
      await fonts
      const figure = prepare()
      let drawn = JSON.stringify(figure.layout)
      await plotly.newPlot(live, { ...figure, config: await config() })
      // Only now: the library measures its texts on the screen.
      shrink()
      label(figure)
      offerPlay(plotly, figure)
      live.removeAttribute('aria-hidden')
      box.classList.add('is-live')
      // Where nothing hovers, a tap on the figure brings its tools, a tap elsewhere takes them away.
      document.addEventListener('pointerdown', event =>
        box.classList.toggle('is-touched', box.contains(event.target as Node)),
      )
      const follow = async () => {
        const next = prepare()
        const layout = JSON.stringify(next.layout)
        if (layout === drawn) return
        drawn = layout
        await plotly.react(live, { ...next, config: await config() })
      }
      darkness.addEventListener('change', () => void follow())
      let resized: ReturnType<typeof setTimeout> | undefined
      addEventListener('resize', () => {
        shrink()
        // Words are broken where the figure ends; the library follows the size by itself.
        clearTimeout(resized)
        resized = setTimeout(() => void follow(), 150)
      })
    } catch (error) {
      plotly.purge(live)
      const reason = error instanceof Error ? error.message : String(error)
      say(`The interactive version could not be drawn: ${reason}`)
    }
  }

  // --- In words, for who cannot see it.

  function label({ data, layout }: PreparedFigure): void {
    const named = data
      .slice(0, 12)
      .map(trace => [trace.name, trace.type ?? 'scatter'])
      .map(([name, type]) => (typeof name === 'string' && name ? `${name} (${type})` : String(type)))
    const axis = (name: string) => {
      const title = (layout[name] as { title?: { text?: unknown } } | undefined)?.title?.text
      return typeof title === 'string' ? title.replace(/<[^>]*>/g, ' ') : null
    }
    const sentences = [
      settings.title ?? 'Untitled chart',
      `${data.length === 1 ? 'One series' : `${data.length} series`}: ${named.join(', ')}${data.length > 12 ? ' and more' : ''}`,
      axis('xaxis') && `Horizontal axis: ${axis('xaxis')}`,
      axis('yaxis') && `Vertical axis: ${axis('yaxis')}`,
    ]
    const words = `${sentences.filter(Boolean).join('. ')}.`
    // The picture lies under the interactive figure and speaks for it: that one is a heap of paths and numbers.
    const image = box.querySelector('img')
    if (image) image.alt = words
    live.setAttribute('role', 'group')
    live.setAttribute('aria-label', image ? 'Interactive figure' : words)
  }

  // --- Animations that bring no buttons of their own.

  function offerPlay(plotly: PlotlyLibrary, { frames, layout }: PreparedFigure): void {
    const button = byId('play')
    const own = [layout.updatemenus, layout.sliders].some(each => Array.isArray(each) && each.length > 0)
    if (!button || own || frames.length === 0) return
    let playing = false
    const show = (next: boolean) => {
      playing = next
      button.setAttribute('aria-pressed', String(next))
      button.querySelector('.word')!.textContent = next ? 'Pause' : 'Play'
    }
    button.addEventListener('click', async () => {
      if (playing) {
        show(false)
        await plotly.animate(live, [null], { mode: 'immediate', frame: { duration: 0 } })
        return
      }
      show(true)
      const timing = { frame: { duration: 500, redraw: true }, transition: { duration: 250 } }
      await plotly.animate(live, null, { ...timing, mode: 'immediate', fromcurrent: true }).catch(() => {})
      show(false)
    })
    button.hidden = false
  }

  // --- Copying and sharing.

  const status = byId('status')

  function done(button: HTMLElement, message: string): void {
    const word = button.querySelector('.word') ?? button
    const before = button.dataset.word ?? word.textContent ?? ''
    button.dataset.word = before
    word.textContent = message
    if (status) status.textContent = message
    setTimeout(() => {
      word.textContent = before
    }, 2000)
  }

  /** The page's origin is opaque, so some browsers refuse the clipboard to it; the old way still works there. */
  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      const field = document.createElement('textarea')
      field.value = text
      field.className = 'visually-hidden'
      const focused = document.activeElement as HTMLElement | null
      document.body.append(field)
      field.select()
      const copied = document.execCommand('copy')
      field.remove()
      focused?.focus()
      return copied
    }
  }

  function onAction(id: string, act: (button: HTMLElement) => Promise<void>): void {
    const button = byId(id)
    if (!button) return
    button.hidden = false
    button.addEventListener('click', () => void act(button))
  }

  const { permalink } = settings
  if (permalink) {
    onAction('copy', async button => {
      done(button, (await copy(permalink)) ? 'Copied' : 'Copy it from the address bar')
    })
    if (typeof navigator.share === 'function') {
      onAction('share', async button => {
        try {
          await navigator.share({ title: settings.title ?? 'Chart', url: permalink })
        } catch (error) {
          if ((error as Error).name === 'AbortError') return
          done(button, (await copy(permalink)) ? 'Link copied' : 'Not possible here')
        }
      })
    }
  }
  onAction('copy-embed', async button => {
    const field = byId('embed-code') as HTMLTextAreaElement
    field.select()
    done(button, (await copy(field.value)) ? 'Copied' : 'Press Ctrl+C')
  })

  // --- Menus close when one looks elsewhere.

  const menus = [...document.querySelectorAll<HTMLDetailsElement>('details')]
  document.addEventListener('click', event => {
    for (const menu of menus) if (!menu.contains(event.target as Node)) menu.open = false
  })
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    for (const menu of menus) {
      if (menu.open && menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
      menu.open = false
    }
  })

  void draw()
}
