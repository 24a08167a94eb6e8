/**
 * Decides which render an open page draws next. Accounts take turns by the page time they have used. Renders that
 * somebody waits for come first; background renders never take the last free page. Renders that take long stay in a
 * slow lane, which never holds every page. Knows nothing of browsers.
 */

import type { SchedulerBounds } from './admission.ts'
import { createFairShare } from './fair-share.ts'
import { createFlows, type Flows, type RenderTask } from './flows.ts'
import { createLanes, type Lanes, type Slot } from './lanes.ts'
import { tasksToPreempt } from './preemption.ts'
import { createQueues } from './queues.ts'
import { createSparePage, type SparePageOptions } from './spare-page.ts'

export interface SchedulerOptions<T extends RenderTask> extends SparePageOptions {
  readonly bounds: SchedulerBounds
  /** False holds background renders back. */
  readonly canDispatch: () => boolean
  /** Whether there is memory to draw so many large images at the same time. */
  readonly hasMemoryFor: (largeImages: number) => boolean
  /** Called with a render that is to leave its page, because somebody else waits for the page. */
  readonly onPreempt: (task: T) => void
}

export interface Scheduler<T extends RenderTask> {
  readonly queued: number
  /** Throws `overloaded` if all places are taken or its turn would come too late. */
  add(task: T): void
  /** Marks the task as waited for. False if it was not queued any more. Throws like `add`, and then drops the task. */
  promote(task: T): boolean
  /** Puts a task that was begun back into its queue. The bounds do not apply. */
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

/** How long a slow render waits for a second page to open before it takes the only open one. */
const alonePatienceMs = 6000
const recheckMs = 50

export function createScheduler<T extends RenderTask>(options: SchedulerOptions<T>): Scheduler<T> {
  const { workers, bounds } = options
  const flows = createFlows<T>()
  const lanes = createLanes<T>(workers)
  const queues = createQueues(flows, lanes, bounds)
  const fairShare = createFairShare<T>({
    flows,
    lanes,
    canDispatch: options.canDispatch,
    hasMemoryFor: options.hasMemoryFor,
    age: queues.age,
    alonePatienceMs: options.spare || workers > 1 ? alonePatienceMs : 0,
  })
  const spare = createSparePage(options, lanes, fairShare)
  let recheck: NodeJS.Timeout | null = null

  function begin(slot: Slot<T>, task: T): void {
    const now = performance.now()
    slot.slow = task.slow || flows.isSlow(flows.of(task), now)
    queues.take(task)
    flows.begin(task, now)
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
    const somebodyWaits = queues.waiting > 0
    if (somebodyWaits) for (const task of tasksToPreempt({ lanes, flows, fairShare })) options.onPreempt(task)
    spare.check(somebodyWaits)
    if (queues.total > 0 || spare.mayClose || lanes.allHeld(0)) recheckLater()
  }

  /** Checks again later: as time passes, a task may begin, or a spare page be needed or be closed. */
  function recheckLater(): void {
    recheck ??= setTimeout(() => {
      recheck = null
      spare.closeIfIdle()
      dispatch()
    }, recheckMs)
    recheck.unref()
  }

  function admit(task: T): void {
    queues.admit(task)
    dispatch()
  }

  return {
    get queued() {
      return queues.total
    },
    add: admit,
    promote(task) {
      const queued = task.priority === 'background' && queues.take(task)
      task.priority = 'waiting'
      if (queued) admit(task)
      return queued
    },
    requeue(task) {
      queues.enter(task)
      dispatch()
    },
    remove: queues.remove,
    drain: queues.drain,
    openPage: isSpare => pageSlot(lanes.add(isSpare), lanes, flows, dispatch),
    spareNeeded: stop => spare.needed(stop, dispatch),
  }
}

/** `dispatch` is called when the page may take a task, or another page may. */
function pageSlot<T extends RenderTask>(
  slot: Slot<T>,
  lanes: Lanes<T>,
  flows: Flows<T>,
  dispatch: () => void,
): PageSlot<T> {
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
      const now = performance.now()
      flows.end(task, now - slot.since + penaltyMs, now)
      flows.leave(task)
      Object.assign(slot, { task: null, slow: false, since: now })
      dispatch()
    },
    close() {
      lanes.remove(slot)
      dispatch()
    },
  }
}
