/** The renders that wait for a page, each in the queue of its flow. */

import { requirePlace, type SchedulerBounds } from './admission.ts'
import type { Flows, RenderTask } from './flows.ts'
import type { Lanes } from './lanes.ts'

export interface Queues<T extends RenderTask> {
  /** How many renders are queued that somebody waits for. */
  readonly waiting: number
  /** How many are queued, background renders included. */
  readonly total: number
  /** Throws `overloaded` if all places are taken or its turn would come too late. */
  admit(task: T): void
  /** The bounds do not apply. */
  enter(task: T): void
  /** Takes a task out of its queue. False if it was not queued. */
  take(task: T): boolean
  /** Takes a task that will not be rendered out of its queue. False if it was not queued. */
  remove(task: T): boolean
  /** Removes all tasks, and returns them in the order in which they entered. */
  drain(): T[]
  /** How long a task has been queued, in milliseconds. */
  age(task: T): number
}

export function createQueues<T extends RenderTask>(
  flows: Flows<T>,
  lanes: Lanes<T>,
  bounds: SchedulerBounds,
): Queues<T> {
  const counts = { waiting: 0, background: 0 }
  /** When each queued task entered its queue. */
  const entered = new Map<T, number>()

  function enter(task: T): void {
    flows.enter(task)
    flows.queueOf(task).add(task)
    counts[task.priority] += 1
    entered.set(task, performance.now())
  }

  function take(task: T): boolean {
    if (!flows.queueOf(task).delete(task)) return false
    counts[task.priority] -= 1
    entered.delete(task)
    return true
  }

  function remove(task: T): boolean {
    const queued = take(task)
    if (queued) flows.leave(task)
    return queued
  }

  return {
    get waiting() {
      return counts.waiting
    },
    get total() {
      return counts.waiting + counts.background
    },
    admit(task) {
      try {
        requirePlace(task, counts[task.priority], flows, lanes, bounds)
      } catch (error) {
        flows.leave(task)
        throw error
      }
      enter(task)
    },
    enter,
    take,
    remove,
    drain() {
      const tasks = [...entered.keys()]
      for (const task of tasks) remove(task)
      return tasks
    },
    age: task => performance.now() - (entered.get(task) ?? 0),
  }
}
