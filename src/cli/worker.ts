/** `plotgate worker`: renders for the shared queue. */

import { buildWorker } from '../composition/worker.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { warnOfMisspeltNames } from './misspelt-names.ts'
import { closeOnSignal } from './shutdown.ts'

export async function work(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const log = createLog(config.logLevel)
  warnOfMisspeltNames(env, log)
  const worker = await buildWorker(config, log)
  closeOnSignal(log, worker.close)
  log.info('rendering for the shared queue')
}
