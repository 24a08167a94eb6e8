/** SIGTERM and SIGINT: finish what is under way, within a bound. */

import type { Log } from '../log.ts'

const boundMs = 10_000

/**
 * Runs `close` once on the first signal, then exits: with 0, unless the process had a reason of its own to end.
 * A second signal, or the bound, exits at once.
 */
export function closeOnSignal(log: Log, close: () => Promise<void>): void {
  let closing = false
  const end = (signal: NodeJS.Signals | 'parent ended') => {
    if (closing) process.exit(1)
    closing = true
    log.info({ signal }, 'closing')
    setTimeout(() => process.exit(1), boundMs).unref()
    close().then(
      () => process.exit(process.exitCode ?? 0),
      error => {
        log.error({ err: error }, 'closing failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  if (startedByAnother()) whenOrphaned(() => end('parent ended'))
}

/**
 * npm starts a shell that starts this process, and a signal to npm ends that shell alone. On an older Node the
 * command itself starts this process with a newer one, and may be killed outright.
 */
const startedByAnother = () =>
  process.env.npm_lifecycle_event !== undefined || process.env.PLOTGATE_PARENT !== undefined

function whenOrphaned(act: () => void): void {
  // It may have ended before this line.
  const parent = Number(process.env.PLOTGATE_PARENT ?? process.ppid)
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 500)
  watch.unref()
}
