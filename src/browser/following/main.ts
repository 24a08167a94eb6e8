/**
 * The script that follows the graph, loaded once the figure is interactive: the page draws each new version. It uses one
 * event stream, which costs the server nothing while nothing changes, and long polls where a proxy cuts streams.
 */

import { byId } from '../dom/elements.ts'
import { type GraphPage, showNotice } from '../viewer/page.ts'
import { filled } from '../viewer/texts.ts'
import { mayStream } from './connections.ts'
import { fetchVersion, PageOutdated } from './versions.ts'

/** After this many cuts in a row without an event, the stream is given up. */
const maxCuts = 3
/** In milliseconds: between polls if the server does not hold them, and after a refusal. */
const pauseMs = 5_000
const refusedMs = 30_000

/** `redraw` shows the version that the page has by then. It rejects if the figure cannot be drawn. */
export function followGraph(page: GraphPage, redraw: () => Promise<void>): void {
  const { events } = page.settings
  if (events === null) return
  let stop: (() => void) | null = null
  const show = oneAtATime(async version => {
    if (version <= page.settings.version) return
    try {
      await fetchVersion(page, version)
      await redraw()
      announceUpdate(page)
    } catch (error) {
      if (error instanceof PageOutdated) location.reload()
      // Any other error is ignored: the next version may be drawn again.
    }
  })

  /** A hidden page needs no connection: when it is shown, it gets what it missed. */
  const adapt = () => {
    if (document.hidden) {
      stop?.()
      stop = null
    } else stop ??= listen(page, events, show)
  }
  document.addEventListener('visibilitychange', adapt)
  adapt()
}

function listen(page: GraphPage, events: string, show: (version: number) => void): () => void {
  const after = () => `${events}?after=${page.settings.version}`
  let stopped = false
  let source: EventSource | null = null
  let cuts = 0

  async function poll(wait: boolean): Promise<void> {
    while (!stopped) {
      const answer = await fetch(`${after()}&poll`).catch(() => null)
      if (stopped) return
      if (answer?.status === 404) return announceEnd()
      if (answer?.status === 200) show(((await answer.json()) as { version: number }).version)
      if (!answer?.ok) await pause(refusedMs * (0.5 + Math.random()))
      else if (!wait) await pause(pauseMs)
      // Asks for the version of the event until the page shows it.
      else if (answer.status === 200) await pause(500)
    }
  }

  function stream(): void {
    source = new EventSource(after())
    source.addEventListener('version', event => {
      cuts = 0
      show((JSON.parse((event as MessageEvent<string>).data) as { version: number }).version)
    })
    source.addEventListener('gone', () => {
      source?.close()
      announceEnd()
    })
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED && ++cuts < maxCuts) return
      source?.close()
      if (!stopped) void poll(true)
    })
  }

  if (mayStream()) stream()
  else void poll(false)
  return () => {
    stopped = true
    source?.close()
  }
}

/** Calls `work` for the newest number that arrived while it ran, and for none in between. */
function oneAtATime(work: (version: number) => Promise<void>): (version: number) => void {
  let next = 0
  let running = false
  return version => {
    next = Math.max(next, version)
    if (running) return
    running = true
    void (async () => {
      for (let now = 0; now < next; ) {
        now = next
        await work(now)
      }
      running = false
    })()
  }
}

/** Unobtrusively: a line below the figure, and an announcement for screen readers from time to time. */
function announceUpdate({ texts }: GraphPage): void {
  const time = new Date().toLocaleTimeString(document.documentElement.lang)
  const words = filled(texts.updated, time)
  const line = byId('updated')
  if (line) line.textContent = words
  const status = byId('status')
  if (!status || performance.now() < nextWord) return
  nextWord = performance.now() + 60_000
  status.textContent = words
}

let nextWord = 0

/** A frame has no words for it: it keeps what it has shown. */
function announceEnd(): void {
  const words = byId('notice')?.dataset.gone
  if (words) showNotice(words)
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
