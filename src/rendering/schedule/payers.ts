/**
 * Who pays for renders, and how much each has used: an account takes its turn by the page time it used, not by the
 * number of its renders (fair queueing by virtual time).
 */

import { LRUCache } from 'lru-cache'
import type { RenderPriority } from '../../domain/ports.ts'

/** What the scheduler knows of a render. */
export interface RenderTask {
  /** The account that pays; renders of one payer wait for each other before they make others wait. */
  readonly payer: string
  priority: RenderPriority
  /** Known to take long: it was given up before, lost its page, or its figure was slow at another size. */
  slow: boolean
}

export interface Payer<T extends RenderTask> {
  readonly name: string
  /** Page time used, in milliseconds on a scale that all payers share: the least is next. */
  used: number
  /** What one of its renders takes, judged by the last ones; in milliseconds. */
  expectedMs: number
  /** Its renders on pages, and when each began. */
  readonly running: Map<T, number>
  readonly lines: Readonly<Record<RenderPriority, TaskLine<T>>>
}

/** Renders of one payer and one priority, in order of arrival; the slow apart, since they may have to wait longer. */
export interface TaskLine<T> {
  readonly ordinary: Set<T>
  readonly slow: Set<T>
}

/** How many of its renders somebody waits for. */
export const waitingOf = <T extends RenderTask>({ lines }: Payer<T>): number =>
  lines.waiting.ordinary.size + lines.waiting.slow.size

/** Of a payer of whom nothing is known yet. */
const firstExpectedMs = 100
/** The share of the newest render in what is expected of the next. */
const newestShare = 0.3
/** A payer whose renders take longer than this is served in the slow lane. */
const slowFromMs = 1000
/** On a busy machine everybody is slow: then only who is so many times slower than the fastest. */
const slowFactor = 10
const remembered = 2000
/** How long the time its renders take is remembered of a payer that does not render. */
const rememberedMs = 300_000

export interface Payers<T extends RenderTask> {
  /** Those with renders queued or running. */
  readonly active: Iterable<Payer<T>>
  of(task: T): Payer<T>
  lineOf(task: T): Set<T>
  /** The payer's place in the order of turns; renders that still run count as far as they are. */
  usedBy(payer: Payer<T>, now: number): number
  /** Whether renders of this payer are expected to take long: as its last ones did, or as one does right now. */
  isSlow(payer: Payer<T>, now: number): boolean
  /** The same on an idle machine, whatever the others do. */
  isSlowByItself(payer: Payer<T>, now: number): boolean
  /** Before a task is queued. */
  enter(task: T): Payer<T>
  begin(task: T, now: number): void
  /** The task left its page after so long. */
  end(task: T, tookMs: number): void
  /** After a task left a line or a page. */
  leave(task: T): void
}

export function createPayers<T extends RenderTask>(): Payers<T> {
  const known = new LRUCache<string, Payer<T>>({ max: remembered, ttl: rememberedMs })
  const active = new Map<string, Payer<T>>()
  /** The turn that was served last: who comes back from a pause does not bring saved time along. */
  let clock = 0

  function create(name: string): Payer<T> {
    const line = (): TaskLine<T> => ({ ordinary: new Set(), slow: new Set() })
    const lines = { waiting: line(), background: line() }
    return { name, used: clock, expectedMs: firstExpectedMs, running: new Map(), lines }
  }

  const of = ({ payer }: T): Payer<T> => active.get(payer) ?? known.get(payer) ?? create(payer)

  /** The longest of its renders that run, in milliseconds. */
  function longestRun({ running }: Payer<T>, now: number): number {
    let longest = 0
    for (const began of running.values()) longest = Math.max(longest, now - began)
    return longest
  }

  function fastest(): number {
    let least = Number.POSITIVE_INFINITY
    for (const { expectedMs } of known.values()) least = Math.min(least, expectedMs)
    return least
  }

  function usedBy(payer: Payer<T>, now: number): number {
    let used = payer.used
    for (const began of payer.running.values()) used += now - began
    return used
  }

  const isSlowByItself = (payer: Payer<T>, now: number) =>
    Math.max(payer.expectedMs, longestRun(payer, now)) > slowFromMs

  return {
    get active() {
      return active.values()
    },
    of,
    lineOf: task => of(task).lines[task.priority][task.slow ? 'slow' : 'ordinary'],
    usedBy,
    isSlowByItself,
    isSlow: (payer, now) =>
      isSlowByItself(payer, now) &&
      Math.max(payer.expectedMs, longestRun(payer, now)) > slowFactor * fastest(),

    enter(task) {
      const payer = of(task)
      if (!active.has(payer.name)) {
        payer.used = Math.max(payer.used, clock)
        active.set(payer.name, payer)
      }
      return payer
    },

    begin(task, now) {
      const payer = of(task)
      clock = Math.max(clock, usedBy(payer, now))
      payer.running.set(task, now)
    },

    end(task, tookMs) {
      const payer = of(task)
      payer.running.delete(task)
      payer.used += tookMs
      payer.expectedMs += newestShare * (tookMs - payer.expectedMs)
      known.set(payer.name, payer)
    },

    leave(task) {
      const payer = of(task)
      const { waiting, background } = payer.lines
      const left = [waiting.ordinary, waiting.slow, background.ordinary, background.slow, payer.running]
      if (left.every(each => each.size === 0)) active.delete(payer.name)
    },
  }
}
