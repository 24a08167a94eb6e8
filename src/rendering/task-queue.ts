/** How tasks come into the scheduler's lines, where each waits for its turn for as long as it may. */

import { orReject, type RendererTask } from './render-task.ts'
import type { Scheduler } from './schedule/scheduler.ts'

export interface TaskQueue {
  /** Rejects the task where its places are taken, or its turn would come too late. */
  enter(task: RendererTask): void
  /** Once more, after it lost its page or had to leave it: it had its place. */
  takeUpAgain(task: RendererTask): void
  /** Somebody waits for it now. Rejects it as `enter` does. */
  promote(task: RendererTask): void
}

export function createTaskQueue(scheduler: Scheduler<RendererTask>): TaskQueue {
  function wait(task: RendererTask): void {
    task.startWaiting(error => {
      if (scheduler.remove(task)) task.reject(error)
    })
  }

  return {
    enter(task) {
      orReject(task, () => {
        scheduler.add(task)
        // Nobody waits long for the reason of a refusal.
        if (task.priority === 'waiting' || task.kind === 'search') wait(task)
      })
    },

    takeUpAgain(task) {
      task.begun = false
      scheduler.requeue(task)
      if (task.priority === 'waiting') wait(task)
    },

    promote(task) {
      orReject(task, () => {
        if (scheduler.promote(task)) wait(task)
      })
    },
  }
}
