/** Checks the integrity of the file again and again, with long pauses in between. */

import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describeFailure } from '../failures.ts'
import type { IntegrityAnswer } from './integrity.ts'

export interface IntegrityCheckOptions {
  readonly file: string
  /** Called when damage is found. The checks have then ended. */
  readonly onDamage: (what: string) => void
}

export interface IntegrityChecks {
  stop(): Promise<void>
}

const minRestMs = 15_000
/** A pause is this many times as long as the check before it. */
const restPerWork = 50

export function startIntegrityChecks({ file, onDamage }: IntegrityCheckOptions): IntegrityChecks {
  let stopped = false
  let rest: NodeJS.Timeout | null = null
  let working: Worker | null = null

  async function pass(): Promise<void> {
    const began = performance.now()
    const damage = await check()
    if (stopped) return
    if (damage !== null) return onDamage(damage)
    const restMs = Math.max(minRestMs, restPerWork * (performance.now() - began))
    rest = setTimeout(() => void pass(), restMs).unref()
  }

  function check(): Promise<string | null> {
    // The same extension as this file: .ts in a checkout, .js in a package.
    const script = new URL(`./integrity${extname(import.meta.url)}`, import.meta.url)
    const worker = new Worker(script, { workerData: { file } })
    working = worker
    worker.unref()
    return new Promise(resolve => {
      worker.once('message', (answer: IntegrityAnswer) => resolve(answer))
      worker.once('error', error => {
        const { code, message } = describeFailure(error)
        resolve(code === 'damaged' ? message : null)
      })
      worker.once('exit', () => resolve(null))
    })
  }

  void pass()
  return {
    async stop() {
      stopped = true
      if (rest) clearTimeout(rest)
      await working?.terminate()
    },
  }
}
