/**
 * Decides which render an open page draws next. Accounts take turns by the page time they have used. Renders that
 * somebody waits for come first; background renders never take the last free page. Renders that take long stay in a
 * slow lane, which never holds every page. Knows nothing of browsers.
 */

import { requirePlace, type SchedulerBounds } from './admission.ts'
import { createFairShare, heldMs } from './fair-share.ts'
import { createLanes, type Slot } from './lanes.ts'
import { createPayers, type RenderTask } from './payers.ts'
import { tasksToPreempt } from './preemption.ts'

export interface SchedulerOptions<T extends RenderTask> {
  /** Ordinary pages. */
  readonly workers: number
  /** Whether a spare page may join them while renders take long. */
  readonly spare: boolean
  /** Whether the spare page is always kept open, so that nobody has to wait until it is. */
  readonly spareReady: boolean
  readonly bounds: SchedulerBounds
  /** False holds background renders back. */
  readonly canDispatch: () => boolean
  /** Told of a render that is to leave its page, because somebody else waits for the page. */
  readonly onPreempt: (task: T) => void
}

export interface Scheduler<T extends RenderTask> {
  readonly queued: number
  /** Throws `overloaded` if all places are taken or its turn would come too late. */
  add(task: T): void
  /** Marks the task as waited for. False if it was not queued any more. Throws like `add`, and then drops the task. */
  promote(task: T): boolean
  /** Puts a task that was begun back into its line. The bounds do not apply. */
  requeue(task: T): void
  /** False if it was not queued. */
  remove(task: T): boolean
  /** Empties the queue. */
  drain(): T[]
  /** To be called for each page that was opened. */
  openPage(spare: boolean): PageSlot<T>
  /** Resolves to true once a spare page is needed, or to false when stopped. */
  spareNeeded(stop: AbortSignal): Promise<boolean>
}

/** One open page, as the scheduler sees it. */
export interface PageSlot<T extends RenderTask> {
  /** Waits for the next task. Null when stopped, or if this is the spare page and it is not needed any more. */
  take(stop: AbortSignal): Promise<T | null>
  /** To be called when the task takes long: whether it may go on in the slow lane. If not, it has to leave the page. */
  enterSlowLane(): boolean
  /** To be called when the task has left the page. `penaltyMs` is charged in addition to its time, for a lost page. */
  release(penaltyMs: number): void
  /** The page is gone. */
  close(): void
}

/** If each page has been held for this long, a spare one is opened even if nobody waits. */
const heldUnaskedMs = 1200
/** A spare page that is always kept open is opened this long after the start, so that it does not delay it. */
const spareReadyAfterMs = 5000
/** How long a slow render waits for a second page to open before it takes the only open one. */
const alonePatienceMs = 6000
/** A spare page is closed after it was not needed for this long. */
const spareIdleMs = 300_000
const recheckMs = 50

export function createScheduler<T extends RenderTask>(options: SchedulerOptions<T>): Scheduler<T> {
  const { workers, bounds } = options
  const payers = createPayers<T>()
  const lanes = createLanes<T>(workers)
  const counts = { waiting: 0, background: 0 }
  /** When each queued task entered its line. */
  const entered = new Map<T, number>()
  const fairShare = createFairShare<T>({
    payers,
    lanes,
    canDispatch: options.canDispatch,
    age: task => performance.now() - (entered.get(task) ?? 0),
    alonePatienceMs: options.spare || workers > 1 ? alonePatienceMs : 0,
  })
  let askForSpare: (() => void) | null = null
  let recheck: NodeJS.Timeout | null = null
  const opened = performance.now()

  function enqueue(task: T): void {
    payers.enter(task)
    payers.lineOf(task).add(task)
    counts[task.priority] += 1
    entered.set(task, performance.now())
    dispatch()
  }

  function dequeue(task: T): boolean {
    if (!payers.lineOf(task).delete(task)) return false
    counts[task.priority] -= 1
    entered.delete(task)
    return true
  }

  function admit(task: T): void {
    try {
      requirePlace(task, counts[task.priority], payers, lanes, bounds)
    } catch (error) {
      payers.leave(task)
      throw error
    }
    enqueue(task)
  }

  function begin(slot: Slot<T>, task: T): void {
    const now = performance.now()
    slot.slow = task.slow || payers.isSlow(payers.of(task), now)
    dequeue(task)
    payers.begin(task, now)
    slot.task = task
    slot.since = now
    slot.deliver?.(task)
  }

  /** Gives tasks to idle pages until no more may begin. */
  function dispatch(): void {
    for (const slot of lanes.idle) {
      const task = fairShare.next(slot)
      if (task) begin(slot, task)
    }
    if (counts.waiting > 0)
      for (const task of tasksToPreempt({ lanes, payers, fairShare })) options.onPreempt(task)
    if (askForSpare && needsSpare()) {
      askForSpare()
      askForSpare = null
    }
    if (counts.waiting + counts.background > 0 || (lanes.spare && !options.spareReady) || lanes.allHeld(0))
      recheckLater()
  }

  /** Checks again later: as time passes, a task may begin, or a spare page be needed or be closed. */
  function recheckLater(): void {
    recheck ??= setTimeout(() => {
      recheck = null
      closeIdleSpare()
      dispatch()
    }, recheckMs)
    recheck.unref()
  }

  function needsSpare(): boolean {
    if (!options.spare || lanes.spare) return false
    if (options.spareReady && performance.now() - opened > spareReadyAfterMs) return true
    if (lanes.allHeld(counts.waiting > 0 ? heldMs : heldUnaskedMs)) return true
    return lanes.open === 1 && workers === 1 && fairShare.slowQueued()
  }

  function closeIdleSpare(): void {
    const { spare } = lanes
    if (!spare || spare.task || options.spareReady) return
    if (lanes.slow.length > 0) spare.since = performance.now()
    else if (performance.now() - spare.since > spareIdleMs) spare.deliver?.(null)
  }

  return {
    get queued() {
      return counts.waiting + counts.background
    },
    add: admit,
    promote(task) {
      const queued = task.priority === 'background' && dequeue(task)
      task.priority = 'waiting'
      if (queued) admit(task)
      return queued
    },
    requeue: enqueue,
    remove(task) {
      const queued = dequeue(task)
      if (queued) payers.leave(task)
      return queued
    },
    drain() {
      const tasks = [...entered.keys()]
      for (const task of tasks) this.remove(task)
      return tasks
    },

    openPage(spare) {
      const slot = lanes.add(spare)
      return {
        take(stop) {
          if (stop.aborted) return Promise.resolve(null)
          return new Promise(resolve => {
            const leave = () => slot.deliver?.(null)
            slot.deliver = task => {
              slot.deliver = null
              stop.removeEventListener('abort', leave)
              resolve(task)
            }
            stop.addEventListener('abort', leave, { once: true })
            dispatch()
          })
        },
        enterSlowLane() {
          if (!slot.slow && !lanes.slowMayStay) return false
          slot.slow = true
          dispatch()
          return true
        },
        release(penaltyMs) {
          const { task } = slot
          if (!task) return
          payers.end(task, performance.now() - slot.since + penaltyMs)
          payers.leave(task)
          Object.assign(slot, { task: null, slow: false, since: performance.now() })
          dispatch()
        },
        close() {
          lanes.remove(slot)
          dispatch()
        },
      }
    },

    spareNeeded(stop) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(dispatch, spareReadyAfterMs + recheckMs).unref()
      askForSpare = () => resolve(true)
      stop.addEventListener('abort', () => resolve(false), { once: true })
      if (stop.aborted) resolve(false)
      dispatch()
      return promise.finally(() => clearTimeout(timer))
    },
  }
}
