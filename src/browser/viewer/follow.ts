/**
 * Follows the graph: a page that shows it is drawn anew when it has another version. One stream of events, which
 * costs the server nothing while nothing changes; where streams are cut on the way, long polls.
 */

import { mayStream } from './connections.ts'
import { byId, type GraphPage } from './page.ts'
import { fetchVersion, PageOutdated } from './versions.ts'

/** A stream that is cut so often in a row, without having told anything, is given up. */
const mostCuts = 3
/** Between polls where nothing can be waited for, and after a refusal; in milliseconds. */
const pauseMs = 5_000
const refusedMs = 30_000

/** `redraw` shows what the page has by now; it rejects where the figure cannot be drawn. */
export function followGraph(page: GraphPage, redraw: () => Promise<void>): void {
  const { events } = page.settings
  if (events === null) return
  let stop: (() => void) | null = null
  const show = oneAtATime(async version => {
    if (version <= page.settings.version) return
    try {
      await fetchVersion(page, version)
      await redraw()
      tellUpdated()
    } catch (error) {
      if (error instanceof PageOutdated) location.reload()
      // Anything else passes: the next version may be drawn again.
    }
  })

  /** A page that nobody sees needs no connection: what it missed it is told when it is seen. */
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
      if (stopped || answer?.status === 404) return
      if (answer?.status === 200) show(((await answer.json()) as { version: number }).version)
      if (!answer?.ok) await pause(refusedMs * (0.5 + Math.random()))
      else if (!wait) await pause(pauseMs)
      // The version it tells is asked for again until it is shown.
      else if (answer.status === 200) await pause(500)
    }
  }

  function stream(): void {
    source = new EventSource(after())
    source.addEventListener('version', event => {
      cuts = 0
      show((JSON.parse((event as MessageEvent<string>).data) as { version: number }).version)
    })
    source.addEventListener('gone', () => source?.close())
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED && ++cuts < mostCuts) return
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

/** Runs the work for the newest number that came while it ran, and for none in between. */
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

/** Softly: a line below the figure, and for screen readers once in a while. */
function tellUpdated(): void {
  const words = `Updated at ${new Date().toLocaleTimeString()}`
  const line = byId('updated')
  if (line) line.textContent = words
  const status = byId('status')
  if (!status || performance.now() < nextWord) return
  nextWord = performance.now() + 60_000
  status.textContent = words
}

let nextWord = 0

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
