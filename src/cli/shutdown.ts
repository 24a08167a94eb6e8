/** Graceful shutdown on SIGTERM and SIGINT, with a time limit. */

import type { Log } from '../log.ts'

const boundMs = 10_000

/**
 * Calls `close` on the first signal and then exits, with 0 unless an exit code was set. Exits at once on a second signal or
 * after the time limit.
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
 * Whether this process must watch its parent: npm runs it in a shell, and a signal to npm ends only that shell. With an older
 * Node, the command runs this process with a newer one and may be killed.
 */
const startedByAnother = () =>
  process.env.npm_lifecycle_event !== undefined || process.env.PLOTGATE_PARENT !== undefined

function whenOrphaned(act: () => void): void {
  // The parent may have ended already.
  const parent = Number(process.env.PLOTGATE_PARENT ?? process.ppid)
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 500)
  watch.unref()
}
