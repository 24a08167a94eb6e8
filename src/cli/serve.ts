/** `plotgate serve`: listens, answers, and leaves in order. */

import { setFlagsFromString } from 'node:v8'
import { firstKey } from '../accounts/operator.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { greeting } from './greeting.ts'
import { warnOfMisspeltNames } from './misspelt-names.ts'
import { closeOnSignal } from './shutdown.ts'
import { startService } from './start.ts'

/**
 * A large figure's bytes lie outside V8's heap. By itself V8 collects the whole of it after some tens of megabytes of
 * them, two or three times a body, and nobody is answered meanwhile; now they count as part of a heap that may grow.
 */
const countLargeFiguresAsHeap = () => setFlagsFromString('--external-memory-accounted-in-global-limit')

/** Resolves once the service answers. Rejects when the environment has faults, or the port is taken. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  countLargeFiguresAsHeap()
  const config = readConfig(env)
  const log = createLog(config.logLevel)
  warnOfMisspeltNames(env, log)
  const { app, close } = await startService(config, log)
  closeOnSignal(log, close)
  const secret = app.store.kind === 'sqlite' ? await firstKey(app.store) : null
  process.stdout.write(greeting(app.baseUrl, secret))
}
