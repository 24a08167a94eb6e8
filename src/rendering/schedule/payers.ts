/**
 * Who pays for renders, and how much each has used: an account takes its turn by the page time it used, not by the
 * number of its renders (fair queueing by virtual time).
 */

import { LRUCache } from 'lru-cache'
import type { RenderPriority } from '../../domain/image/ports.ts'
import { type AccountSpeed, expectedNow, noteRender, unknownSpeed } from './account-speed.ts'

const shares = ['stored', 'variants'] as const
export type RenderShare = (typeof shares)[number]

/** What the scheduler knows of a render. */
export interface RenderTask {
  /** The account that pays. Its renders wait for each other before they make others wait. */
  readonly account: string
  /** An account has two shares: one for its stored images, one for sizes that anybody may ask of its graphs. */
  readonly share: RenderShare
  priority: RenderPriority
  /** Known to take long: it was given up before, lost its page, or its figure was slow at another size. */
  slow: boolean
}

/** One share of an account. */
export interface Payer<T extends RenderTask> {
  /** The account's. */
  readonly name: string
  readonly share: RenderShare
  readonly account: AccountSpeed<T>
  /** Page time used, in milliseconds on a scale that all payers have in common: the least is next. */
  used: number
  readonly queues: Readonly<Record<RenderPriority, PayerQueue<T>>>
}

/** Renders of one payer and one priority, in order of arrival; the slow apart, since they may have to wait longer. */
export interface PayerQueue<T> {
  readonly ordinary: Set<T>
  readonly slow: Set<T>
}

/** How many of its renders somebody waits for. */
export const waitingOf = <T extends RenderTask>({ queues }: Payer<T>): number =>
  queues.waiting.ordinary.size + queues.waiting.slow.size

/**
 * An account is served in the slow lane if its renders take this many times as long as those of the fastest other
 * account.
 */
const slowFactor = 10
/** An account may hold every page if its renders take at most this many times as long. */
const quickFactor = 4
/** How many renders it takes to know how fast an account is. */
const knownFrom = 3
/**
 * The fastest account is assumed to take at least this long; else everybody else would count as slow on an idle
 * machine.
 */
const minFastestMs = 200
/** An account renders alone once no other one has rendered for this long. */
const aloneAfterMs = 10_000
/** The account of health checks. Beside them an account still renders alone. */
export const healthChecks = 'canary'
const remembered = 2000
/** How long an account that does not render is remembered. */
const rememberedMs = 300_000

export interface Payers<T extends RenderTask> {
  /** Those with renders queued or running. */
  readonly active: Iterable<Payer<T>>
  of(task: T): Payer<T>
  queueOf(task: T): Set<T>
  /** The page time used, by which payers take turns. It includes the time that running renders have taken so far. */
  usedBy(payer: Payer<T>, now: number): number
  /**
   * Whether renders of this payer are expected to take long, because the last ones of its account did or a running one
   * does. It is compared with other accounts, because on a busy machine all renders take longer.
   */
  isSlow(payer: Payer<T>, now: number): boolean
  /** Whether no other account renders, or has just rendered. */
  isAlone(payer: Payer<T>, now: number): boolean
  /**
   * Whether the account may hold one page more beside other accounts: only one whose renders are known to be short may
   * hold all pages, so that the others find a page soon.
   */
  mayHoldMore(payer: Payer<T>, pages: number, now: number): boolean
  /** Before a task is queued. */
  enter(task: T): void
  begin(task: T, now: number): void
  /** The task left its page after so long. */
  end(task: T, tookMs: number, now: number): void
  /** After a task left a queue or a page. */
  leave(task: T): void
}

export function createPayers<T extends RenderTask>(): Payers<T> {
  const accounts = new LRUCache<string, AccountSpeed<T>>({ max: remembered, ttl: rememberedMs })
  const used = new LRUCache<string, number>({ max: remembered })
  const active = new Map<string, Payer<T>>()
  /** The highest use at which a turn was given. Payers start from it, so that nobody saves up time by pausing. */
  let clock = 0

  function accountOf({ account }: T): AccountSpeed<T> {
    for (const share of shares) {
      const payer = active.get(`${share} ${account}`)
      if (payer) return payer.account
    }
    return accounts.get(account) ?? unknownSpeed()
  }

  const create = (task: T): Payer<T> =>
    newPayer(task, accountOf(task), Math.max(clock, used.get(nameOf(task)) ?? 0))

  const of = (task: T): Payer<T> => active.get(nameOf(task)) ?? create(task)

  function isAlone({ name }: Payer<T>, now: number): boolean {
    const isOther = (account: string) => account !== name && account !== healthChecks
    for (const payer of active.values()) if (isOther(payer.name)) return false
    // Those that rendered last come first.
    for (const [account, { lastEnd }] of accounts.entries()) {
      if (now - lastEnd > aloneAfterMs) return true
      if (isOther(account)) return false
    }
    return true
  }

  function fastestBeside({ account }: Payer<T>): number {
    let min = Number.POSITIVE_INFINITY
    for (const other of accounts.values()) if (other !== account) min = Math.min(min, other.expectedMs)
    return min === Number.POSITIVE_INFINITY ? minFastestMs : Math.max(minFastestMs, min)
  }

  return {
    get active() {
      return active.values()
    },
    of,
    queueOf: task => of(task).queues[task.priority][task.slow ? 'slow' : 'ordinary'],
    usedBy,
    isSlow(payer, now) {
      const expectedMs = expectedNow(payer.account, now)
      return expectedMs > slowFactor * minFastestMs && expectedMs > slowFactor * fastestBeside(payer)
    },

    mayHoldMore(payer, pages, now) {
      const { account } = payer
      const isQuick =
        account.ended >= knownFrom && expectedNow(payer.account, now) <= quickFactor * fastestBeside(payer)
      return account.running.size < pages || isQuick
    },
    isAlone,

    enter(task) {
      if (!active.has(nameOf(task))) active.set(nameOf(task), create(task))
    },

    begin(task, now) {
      const payer = of(task)
      clock = Math.max(clock, usedBy(payer, now))
      payer.account.running.set(task, now)
    },

    end(task, tookMs, now) {
      const payer = of(task)
      const { account } = payer
      noteRender(account, task, tookMs, now)
      payer.used += tookMs
      accounts.set(task.account, account)
    },

    leave(task) {
      const payer = of(task)
      const { waiting, background } = payer.queues
      const queues = [waiting.ordinary, waiting.slow, background.ordinary, background.slow]
      if (queues.some(queue => queue.size > 0) || runningOf(payer) > 0) return
      active.delete(nameOf(task))
      used.set(nameOf(task), payer.used)
    },
  }
}

function runningOf<T extends RenderTask>({ account, share }: Payer<T>): number {
  let count = 0
  for (const task of account.running.keys()) if (task.share === share) count += 1
  return count
}

function usedBy<T extends RenderTask>(payer: Payer<T>, now: number): number {
  let total = payer.used
  for (const [task, began] of payer.account.running) if (task.share === payer.share) total += now - began
  return total
}

/** Of a share of an account. */
const nameOf = ({ account, share }: RenderTask) => `${share} ${account}`

function newPayer<T extends RenderTask>(
  { account: name, share }: T,
  account: AccountSpeed<T>,
  used: number,
): Payer<T> {
  const queue = (): PayerQueue<T> => ({ ordinary: new Set(), slow: new Set() })
  return { name, share, account, used, queues: { waiting: queue(), background: queue() } }
}
