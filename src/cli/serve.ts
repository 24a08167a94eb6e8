/** `plotgate serve`: listens, answers, and leaves in order. */

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { firstStart } from '../accounts/operator.ts'
import { isLoopback, readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { greeting, greetingWithFile } from './greeting.ts'
import { collectWhenIdle } from './idle-collection.ts'
import { loadWhenIdle } from './idle-loading.ts'
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
  collectWhenIdle()
  const config = readConfig(env)
  const log = createLog(config.logLevel)
  warnOfMisspeltNames(env, log)
  const { app, close } = await startService({ ...config, requestLines: requestLines(env) }, log)
  closeOnSignal(log, close)
  const first = app.store.kind === 'sqlite' ? await firstStart(app.store) : null
  const file = first !== null && !mayBePrinted(app.baseUrl) ? await keepKey(config.dataDir, first.key) : null
  const text = file === null ? greeting(app.baseUrl, first) : greetingWithFile(app.baseUrl, file)
  // On a terminal it stands apart from lines of the log.
  process.stdout.write(process.stdout.isTTY ? `\n${text}\n` : text)
  loadWhenIdle(() => app.warmUp().catch(error => log.warn({ err: error }, 'loading what a start left out')))
}

/** On a terminal they would push away what the start printed: there they are for who asked for a level. */
const requestLines = (env: NodeJS.ProcessEnv) => !process.stderr.isTTY || Boolean(env.LOG_LEVEL?.trim())

/** The output of a service that others reach is usually a log that others read. */
const mayBePrinted = (baseUrl: string) => process.stdout.isTTY || isLoopback(baseUrl, '')

async function keepKey(dataDir: string, secret: string): Promise<string> {
  const file = join(dataDir, 'first-key')
  // One that a store of before left behind opens nothing any more.
  await rm(file, { force: true })
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return file
}
