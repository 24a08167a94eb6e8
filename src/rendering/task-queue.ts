/** Queues tasks in the scheduler, and rejects those that have waited for too long. */

import { orReject, type RendererTask } from './render-task.ts'
import type { Scheduler } from './schedule/scheduler.ts'

export interface TaskQueue {
  /** Rejects the task if all places are taken or its turn would come too late. */
  enter(task: RendererTask): void
  /** Queues a task again that has lost its page or had to leave it. The bounds do not apply. */
  requeue(task: RendererTask): void
  /** Marks the task as waited for. Rejects it like `enter`. */
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
        // The search for the cause of a refusal must not take long either.
        if (task.priority === 'waiting' || task.kind === 'search') wait(task)
      })
    },

    requeue(task) {
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
