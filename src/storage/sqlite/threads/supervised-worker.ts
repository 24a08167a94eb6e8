/** A worker thread that is started again after its death, but not endlessly. */

import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Answer, closing } from './protocol.ts'

export interface SupervisedWorkerOptions {
  /** The module in this folder, without extension. */
  readonly module: string
  /** Makes the `workerData` at each start of the thread. */
  readonly data: () => unknown
  readonly onAnswers: (answers: readonly Answer[]) => void
  /** Called when the thread died or was terminated. The next call of `revive` starts another one. */
  readonly onLost: (cause: unknown) => void
}

export interface SupervisedWorker {
  /** Null while no thread runs. */
  readonly current: Worker | null
  /** When the current thread answered first; null while it is starting. */
  readonly answeredAt: number | null
  /** Starts a thread if none runs. False if the last ones died too fast. */
  revive(): boolean
  /** Terminates the thread, because it hangs. */
  terminate(why: string): void
  /** Lets the thread finish what it does, within a limit. No thread is current from then on. */
  end(): Promise<void>
}

/** After this many restarts within a minute, the thread is not restarted until the minute is over. */
const maxRestarts = 5
const minute = 60_000
const closeMs = 10_000

export function superviseWorker(options: SupervisedWorkerOptions): SupervisedWorker {
  const { module, data, onAnswers, onLost } = options
  let deaths: number[] = []
  let answeredAt: number | null = null
  let current: Worker | null = spawn()

  function spawn(): Worker {
    // The same extension as this file: .ts in a checkout, .js in a package.
    const script = new URL(`./${module}${extname(import.meta.url)}`, import.meta.url)
    const started = new Worker(script, { workerData: data() })
    let cause: unknown
    answeredAt = null
    started.on('message', (answers: Answer[]) => {
      answeredAt ??= performance.now()
      onAnswers(answers)
    })
    started.on('error', error => {
      cause = error
    })
    started.on('exit', () => {
      if (current === started) lose(cause)
    })
    started.unref()
    return started
  }

  const recentDeaths = () => deaths.filter(at => at > performance.now() - minute)

  function lose(cause: unknown): void {
    current = null
    deaths = [...recentDeaths(), performance.now()]
    onLost(cause)
  }

  return {
    get current() {
      return current
    },
    get answeredAt() {
      return answeredAt
    },
    revive() {
      if (current) return true
      deaths = recentDeaths()
      if (deaths.length > maxRestarts) return false
      current = spawn()
      return true
    },
    terminate(why) {
      const hung = current
      lose(new Error(why))
      hung?.terminate().catch(() => {})
    },
    async end() {
      const ending = current
      current = null
      if (!ending) return
      ending.ref()
      const ended = new Promise<void>(resolve => ending.once('exit', () => resolve()))
      const timer = setTimeout(() => void ending.terminate(), closeMs)
      ending.postMessage(closing)
      await ended
      clearTimeout(timer)
    },
  }
}
