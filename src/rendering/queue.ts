/** The bounded queue of the render room: those somebody waits for come first. */

import type { RenderPriority } from '../domain/ports.ts'
import { overloaded } from '../errors/errors.ts'

export interface QueueBounds {
  /** Places for renders somebody waits for. */
  readonly waiting: number
  /** Places for renders made ahead. */
  readonly background: number
}

export interface QueueEntry {
  priority: RenderPriority
}

export interface RenderQueue<T extends QueueEntry> {
  readonly size: number
  /** Throws `overloaded` when all places of that priority are taken. */
  add(entry: T): void
  /**
   * Moves an entry to those somebody waits for; false when it was not queued any more. Throws `overloaded`, and
   * drops it, when their places are taken.
   */
  promote(entry: T): boolean
  /** Puts one back at the head; it had its place. */
  restore(entry: T): void
  /** False when it was not queued. */
  remove(entry: T): boolean
  /** The next entry, or null when `stop` was signalled first. */
  take(stop: AbortSignal): Promise<T | null>
  /** Empties the queue. */
  drain(): T[]
}

/** How soon a held background render is looked at again. */
const recheckMs = 50

/** `canDispatch` false holds background renders back; those somebody waits for always go on. */
export function createRenderQueue<T extends QueueEntry>(
  bounds: QueueBounds,
  canDispatch: () => boolean = () => true,
): RenderQueue<T> {
  // Sets keep the order of arrival and let one leave from the middle.
  const lines: Readonly<Record<RenderPriority, Set<T>>> = { waiting: new Set(), background: new Set() }
  const takers = new Set<(entry: T) => void>()
  let looking: NodeJS.Timeout | null = null

  const mayGo = (priority: RenderPriority) => priority === 'waiting' || canDispatch()

  /** Hands held renders to idle takers as soon as there is breath for them. */
  function recheck(): void {
    if (looking || takers.size === 0 || lines.background.size === 0) return
    looking = setTimeout(() => {
      looking = null
      for (const taker of takers) {
        const entry = first()
        if (!entry) break
        takers.delete(taker)
        taker(entry)
      }
      recheck()
    }, recheckMs)
  }

  function place(entry: T): void {
    const line = lines[entry.priority]
    const [taker] = takers
    if (taker && mayGo(entry.priority)) {
      takers.delete(taker)
      taker(entry)
    } else if (line.size >= bounds[entry.priority]) {
      throw overloaded(
        `all ${bounds[entry.priority]} places for ${entry.priority} renders are taken; retry after a moment`,
      )
    } else {
      line.add(entry)
      recheck()
    }
  }

  function first(): T | null {
    for (const priority of ['waiting', 'background'] as const) {
      const [entry] = lines[priority]
      if (entry && mayGo(priority)) {
        lines[priority].delete(entry)
        return entry
      }
    }
    return null
  }

  return {
    get size() {
      return lines.waiting.size + lines.background.size
    },
    add: place,
    promote(entry) {
      if (entry.priority === 'waiting') return false
      const queued = lines.background.delete(entry)
      entry.priority = 'waiting'
      if (queued) place(entry)
      return queued
    },
    restore(entry) {
      const line = lines[entry.priority]
      const others = [...line]
      line.clear()
      const [taker] = takers
      if (taker) {
        takers.delete(taker)
        taker(entry)
      } else line.add(entry)
      for (const other of others) line.add(other)
    },
    remove: entry => lines.waiting.delete(entry) || lines.background.delete(entry),
    take(stop) {
      if (stop.aborted) return Promise.resolve(null)
      const entry = first()
      if (entry) return Promise.resolve(entry)
      return new Promise(resolve => {
        const taker = (arrived: T) => {
          stop.removeEventListener('abort', leave)
          resolve(arrived)
        }
        const leave = () => {
          takers.delete(taker)
          resolve(null)
        }
        takers.add(taker)
        recheck()
        stop.addEventListener('abort', leave, { once: true })
      })
    },
    drain() {
      const entries = [...lines.waiting, ...lines.background]
      lines.waiting.clear()
      lines.background.clear()
      if (looking) clearTimeout(looking)
      looking = null
      return entries
    },
  }
}
