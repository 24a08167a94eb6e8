/** `plotgate worker`: renders for the shared queue. */

import { buildWorker } from '../composition/worker.ts'
import { readConfig } from '../config/config.ts'
import { listenFor } from '../http/connections/listen.ts'
import { metricsHandler } from '../http/health/metrics.ts'
import { workerHealth } from '../http/health/worker-health.ts'
import { createLog } from '../log.ts'
import { warnOfMisspeltNames } from './misspelt-names.ts'
import { closeOnSignal } from './shutdown.ts'

export async function work(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const log = createLog(config.logLevel)
  warnOfMisspeltNames(env, log)
  const worker = await buildWorker(config, log)
  const { healthAddress, metricsAddress } = config
  const listening = await Promise.all([
    ...(healthAddress ? [listenFor('HEALTH_ADDRESS', workerHealth(worker.ready, log), healthAddress)] : []),
    ...(metricsAddress ? [listenFor('METRICS_ADDRESS', metricsHandler(worker.metrics), metricsAddress)] : []),
  ]).catch(async error => {
    await worker.close()
    throw error
  })
  closeOnSignal(log, async () => {
    await worker.close()
    await Promise.all(listening.map(each => each.close(0)))
  })
  log.info({ ports: listening.map(({ port }) => port) }, 'rendering for the shared queue')
}
