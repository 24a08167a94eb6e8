/**
 * The flows of fair queueing. A flow is the renders of one account and one share. Flows take turns by the page time they
 * have used, not by the number of their renders; that time is the virtual time of fair queueing.
 */

import { LRUCache } from 'lru-cache'
import type { RenderPriority } from '../../domain/image/ports.ts'
import { type AccountSpeed, expectedNow, noteRender, unknownSpeed } from './account-speed.ts'

const shares = ['stored', 'variants'] as const
export type RenderShare = (typeof shares)[number]

/** What the scheduler knows of a render. */
export interface RenderTask {
  /** The account whose flow it belongs to. Renders of one account wait for each other before they make others wait. */
  readonly account: string
  /** An account has two shares: one for its stored images, one for sizes that anybody may ask of its graphs. */
  readonly share: RenderShare
  priority: RenderPriority
  /** Known to take long: it was given up before, lost its page, or its figure was slow at another size. */
  slow: boolean
  /** Whether its image is so large that drawing it may take gigabytes. */
  readonly large: boolean
}

/** The renders of one share of an account, with the page time they have used. */
export interface Flow<T extends RenderTask> {
  /** The name of the account; its other share has the same. */
  readonly name: string
  readonly share: RenderShare
  readonly account: AccountSpeed<T>
  /** Page time used, in milliseconds on a scale that all flows have in common: the least is next. */
  used: number
  readonly queues: Readonly<Record<RenderPriority, FlowQueue<T>>>
}

/** Renders of one flow and one priority, in order of arrival; the slow apart, since they may have to wait longer. */
export interface FlowQueue<T> {
  readonly ordinary: Set<T>
  readonly slow: Set<T>
}

/** How many renders of the flow somebody waits for. */
export const waitingOf = <T extends RenderTask>({ queues }: Flow<T>): number =>
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

export interface Flows<T extends RenderTask> {
  /** Those with renders queued or running. */
  readonly active: Iterable<Flow<T>>
  of(task: T): Flow<T>
  queueOf(task: T): Set<T>
  /** The page time used, by which flows take turns. It includes the time that running renders have taken so far. */
  usedBy(flow: Flow<T>, now: number): number
  /**
   * Whether renders of this flow are expected to take long, because the last ones of its account did or a running one
   * does. It is compared with other accounts, because on a busy machine all renders take longer.
   */
  isSlow(flow: Flow<T>, now: number): boolean
  /** Whether no other account renders, or has just rendered. */
  isAlone(flow: Flow<T>, now: number): boolean
  /**
   * Whether the account may hold one page more beside other accounts: only one whose renders are known to be short may
   * hold all pages, so that the others find a page soon.
   */
  mayHoldMore(flow: Flow<T>, pages: number, now: number): boolean
  /** Before a task is queued. */
  enter(task: T): void
  begin(task: T, now: number): void
  /** The task left its page after so long. */
  end(task: T, tookMs: number, now: number): void
  /** After a task left a queue or a page. */
  leave(task: T): void
}

export function createFlows<T extends RenderTask>(): Flows<T> {
  const accounts = new LRUCache<string, AccountSpeed<T>>({ max: remembered, ttl: rememberedMs })
  const used = new LRUCache<string, number>({ max: remembered })
  const active = new Map<string, Flow<T>>()
  /** The highest use at which a turn was given. Flows start from it, so that nobody saves up time by pausing. */
  let clock = 0

  function accountOf({ account }: T): AccountSpeed<T> {
    for (const share of shares) {
      const flow = active.get(`${share} ${account}`)
      if (flow) return flow.account
    }
    return accounts.get(account) ?? unknownSpeed()
  }

  const create = (task: T): Flow<T> =>
    newFlow(task, accountOf(task), Math.max(clock, used.get(keyOf(task)) ?? 0))

  const of = (task: T): Flow<T> => active.get(keyOf(task)) ?? create(task)

  function isAlone({ name }: Flow<T>, now: number): boolean {
    const isOther = (account: string) => account !== name && account !== healthChecks
    for (const flow of active.values()) if (isOther(flow.name)) return false
    // Those that rendered last come first.
    for (const [account, { lastEnd }] of accounts.entries()) {
      if (now - lastEnd > aloneAfterMs) return true
      if (isOther(account)) return false
    }
    return true
  }

  function fastestBeside({ account }: Flow<T>): number {
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
    isSlow(flow, now) {
      const expectedMs = expectedNow(flow.account, now)
      return expectedMs > slowFactor * minFastestMs && expectedMs > slowFactor * fastestBeside(flow)
    },

    mayHoldMore(flow, pages, now) {
      const { account } = flow
      const isQuick =
        account.ended >= knownFrom && expectedNow(flow.account, now) <= quickFactor * fastestBeside(flow)
      return account.running.size < pages || isQuick
    },
    isAlone,

    enter(task) {
      if (!active.has(keyOf(task))) active.set(keyOf(task), create(task))
    },

    begin(task, now) {
      const flow = of(task)
      clock = Math.max(clock, usedBy(flow, now))
      flow.account.running.set(task, now)
    },

    end(task, tookMs, now) {
      const flow = of(task)
      const { account } = flow
      noteRender(account, task, tookMs, now)
      flow.used += tookMs
      accounts.set(task.account, account)
    },

    leave(task) {
      const flow = of(task)
      const { waiting, background } = flow.queues
      const queues = [waiting.ordinary, waiting.slow, background.ordinary, background.slow]
      if (queues.some(queue => queue.size > 0) || runningOf(flow) > 0) return
      active.delete(keyOf(task))
      used.set(keyOf(task), flow.used)
    },
  }
}

function runningOf<T extends RenderTask>({ account, share }: Flow<T>): number {
  let count = 0
  for (const task of account.running.keys()) if (task.share === share) count += 1
  return count
}

function usedBy<T extends RenderTask>(flow: Flow<T>, now: number): number {
  let total = flow.used
  for (const [task, began] of flow.account.running) if (task.share === flow.share) total += now - began
  return total
}

/** The key of a flow: its share and its account. */
const keyOf = ({ account, share }: RenderTask) => `${share} ${account}`

function newFlow<T extends RenderTask>(
  { account: name, share }: T,
  account: AccountSpeed<T>,
  used: number,
): Flow<T> {
  const queue = (): FlowQueue<T> => ({ ordinary: new Set(), slow: new Set() })
  return { name, share, account, used, queues: { waiting: queue(), background: queue() } }
}
