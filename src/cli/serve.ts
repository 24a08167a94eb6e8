/** `plotgate serve`: listens, answers, and leaves in order. */

import { firstKey } from '../accounts/operator.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { greeting } from './greeting.ts'
import { closeOnSignal } from './shutdown.ts'
import { startService } from './start.ts'

/** Resolves once the service answers. Rejects when the environment has faults, or the port is taken. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const log = createLog(config.logLevel)
  const { app, close } = await startService(config, log)
  closeOnSignal(log, close)
  const secret = app.store.kind === 'sqlite' ? await firstKey(app.store) : null
  process.stdout.write(greeting(app.baseUrl, secret))
}
