/**
 * Which render an open page draws next. Accounts take turns by the time they used; what somebody waits for comes
 * first; renders that take long stay in a slow lane that never holds every page; what nobody waits for never takes
 * the last free page. Knows nothing of browsers.
 */

import { requirePlace, type SchedulerBounds } from './admission.ts'
import { createFairShare, heldMs } from './fair-share.ts'
import { createLanes, type Slot } from './lanes.ts'
import { createPayers, type RenderTask } from './payers.ts'

export interface SchedulerOptions<T extends RenderTask> {
  /** Ordinary pages. */
  readonly workers: number
  /** Whether a spare page may join them while renders take long. */
  readonly spare: boolean
  /** Whether it is kept open, so that it need not be waited for. */
  readonly spareReady: boolean
  readonly bounds: SchedulerBounds
  /** False holds background renders back. */
  readonly canDispatch: () => boolean
  /** A render that nobody waits for runs in the slow lane while somebody waits for that place: it is to leave. */
  readonly onPreempt: (task: T) => void
}

export interface Scheduler<T extends RenderTask> {
  readonly queued: number
  /** Throws `overloaded` where its places are taken or its turn would come too late. */
  add(task: T): void
  /** Somebody waits for it now; false when it was not queued any more. Throws, and drops it, as `add` does. */
  promote(task: T): boolean
  /** Back into its line, whatever the bounds: it had its place. */
  requeue(task: T): void
  /** False when it was not queued. */
  remove(task: T): boolean
  /** Empties the queue. */
  drain(): T[]
  /** Told of each page that is open, and whether it is the spare one. */
  openPage(spare: boolean): PageSlot<T>
  /** Resolves with true when a spare page is needed, with false when stopped. */
  spareNeeded(stop: AbortSignal): Promise<boolean>
}

/** One open page, as the scheduler sees it. */
export interface PageSlot<T extends RenderTask> {
  /** The next task; null when stopped, or when the spare page is not needed any more. */
  take(stop: AbortSignal): Promise<T | null>
  /** Whether the task on this page, which takes long, may go on in the slow lane. If not it is to leave. */
  enterSlowLane(): boolean
  /** The task left the page. `penaltyMs` is what it cost beyond its own time: a page that must be opened again. */
  release(penaltyMs: number): void
  /** The page is gone. */
  close(): void
}

/** Pages held this long are not counted on, though nobody waits: a spare one is opened. */
const heldUnaskedMs = 1200
/** Of pages held this long, those beyond the slow lane's places are taken back for others who wait. */
const crowdedMs = 1000
/** A spare page that shall be ready is opened so long after the others, out of the way of a start. */
const spareReadyAfterMs = 5000
/** A slow render waits so long for a second page to open, before it takes the only one there is. */
const alonePatienceMs = 6000
/** A spare page is closed when it was not needed for so long. */
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

  /** Hands tasks to idle pages, until no more may begin. */
  function dispatch(): void {
    for (const slot of lanes.idle) {
      const task = fairShare.next(slot)
      if (task) begin(slot, task)
    }
    preempt()
    takeBack()
    if (askForSpare && needsSpare()) {
      askForSpare()
      askForSpare = null
    }
    if (counts.waiting + counts.background > 0 || (lanes.spare && !options.spareReady) || lanes.allHeld(0))
      recheckLater()
  }

  /** Time alone may let a task begin, a spare page be wanted or be closed. */
  function recheckLater(): void {
    recheck ??= setTimeout(() => {
      recheck = null
      closeIdleSpare()
      dispatch()
    }, recheckMs)
    recheck.unref()
  }

  /** Frees the slow lane of what nobody waits for, when somebody waits for a place in it. */
  function preempt(): void {
    if (counts.waiting === 0 || lanes.slow.length < lanes.slowPlaces) return
    const task = lanes.slow.find(slot => slot.task?.priority === 'background')?.task
    if (task && fairShare.slowWaits()) options.onPreempt(task)
  }

  /** Renders that nobody knew to be slow hold more pages than the slow lane has, while others wait. */
  function takeBack(): void {
    if (counts.waiting === 0) return
    const now = performance.now()
    // On a busy machine everybody's renders take long: only those of accounts that are slow beside the others leave.
    const held = lanes.heldFor(crowdedMs).filter(({ task }) => task && payers.isSlow(payers.of(task), now))
    if (held.length <= lanes.slowPlaces) return
    const { task } = held.reduce((one, other) => (one.since > other.since ? one : other))
    if (task && fairShare.othersWait(task)) options.onPreempt(task)
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
