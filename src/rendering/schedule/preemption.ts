/** Which renders have to leave their pages, because somebody else waits for the pages. */

import type { FairShare } from './fair-share.ts'
import type { Flows, RenderTask } from './flows.ts'
import type { Lanes } from './lanes.ts'

interface Schedule<T extends RenderTask> {
  readonly lanes: Lanes<T>
  readonly flows: Flows<T>
  readonly fairShare: FairShare<T>
}

/** If more pages have been held this long than the slow lane may hold, one is taken back for others who wait. */
const crowdedMs = 1000

/** To be asked while somebody waits for a render. */
export function* tasksToPreempt<T extends RenderTask>(schedule: Schedule<T>): Iterable<T> {
  for (const choose of [backgroundTask, crowdingTask]) {
    const task = choose(schedule)
    if (task) yield task
  }
}

/** A background render in a slow lane that is full, if somebody waits for a place in it. */
function backgroundTask<T extends RenderTask>({ lanes, fairShare }: Schedule<T>): T | null {
  if (lanes.slow.length < lanes.slowPlaces) return null
  const task = lanes.slow.find(slot => slot.task?.priority === 'background')?.task
  return task && fairShare.slowWaits() ? task : null
}

/**
 * One of the renders that turned out to be slow, if they hold more pages than the slow lane may, and others wait. On a
 * busy machine all renders take long, so only accounts that are slow in comparison have to leave.
 */
function crowdingTask<T extends RenderTask>({ lanes, flows, fairShare }: Schedule<T>): T | null {
  const now = performance.now()
  const held = lanes.heldFor(crowdedMs).filter(({ task }) => task && flows.isSlow(flows.of(task), now))
  if (held.length <= lanes.slowPlaces) return null
  const { task } = held.reduce((one, other) => (one.since > other.since ? one : other))
  return task && fairShare.othersWait(task) ? task : null
}
