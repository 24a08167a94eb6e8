/** `plotgate serve`: runs the service until a signal ends it. */

import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { firstStart } from '../accounts/operator.ts'
import { authorityOf, isLoopback, readConfig } from '../config/config.ts'
import { createLog, type Log } from '../log.ts'
import { lockForService } from '../storage/open.ts'
import { greeting, greetingWithFile } from './greeting.ts'
import { collectWhenIdle } from './idle-collection.ts'
import { loadWhenIdle } from './idle-loading.ts'
import { warnOfMisspeltNames } from './misspelt-names.ts'
import { closeOnSignal } from './shutdown.ts'
import { startService } from './start.ts'

/**
 * The bytes of large figures are outside V8's heap. By default V8 runs a full garbage collection after some tens of megabytes
 * of them, several times per large body, which blocks all requests. With this flag they count as part of the growing heap.
 */
const countLargeFiguresAsHeap = () => setFlagsFromString('--external-memory-accounted-in-global-limit')

/** Resolves once the service answers. Rejects if the configuration is invalid or the port is in use. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  countLargeFiguresAsHeap()
  collectWhenIdle()
  const config = readConfig(env)
  const log = createLog(config.logLevel)
  const starting = startService({ ...config, requestLines: requestLines(env) }, log)
  // While the store's thread starts.
  warnOfMisspeltNames(env, log)
  const { app, port, close } = await starting
  const unlock = await lockForService(config)
  if (unlock === null) warnOfAnother(log, config.dataDir)
  closeOnSignal(log, () => close().finally(() => unlock?.()))
  // The first key of a shared store is created by a command, because many gateways may start on it.
  const first = app.store.isShared ? null : await firstStart(app.store)
  const file = first !== null && !mayBePrinted(app.baseUrl) ? await keepKey(config.dataDir, first.key) : null
  const address = { baseUrl: app.baseUrl, listensOn: authorityOf(config, port) }
  const text = file === null ? greeting(address, first) : greetingWithFile(address, file)
  // Separates the text from log lines on a terminal.
  process.stdout.write(process.stdout.isTTY ? `\n${text}\n` : text)
  loadWhenIdle(() =>
    app.warmUp().catch(error => log.warn({ err: error }, 'modules could not be loaded after the start')),
  )
}

const warnOfAnother = (log: Log, dataDir: string) =>
  log.warn(
    { dataDir: resolve(dataDir) },
    'another plotgate serve uses this DATA_DIR, too; unless that is meant, stop one of them',
  )

/** Requests are not logged on a terminal unless LOG_LEVEL is set, because they would scroll the greeting away. */
const requestLines = (env: NodeJS.ProcessEnv) => !process.stderr.isTTY || Boolean(env.LOG_LEVEL?.trim())

/** Whether the key may be printed. The output of a public service usually goes to a log that others can read. */
const mayBePrinted = (baseUrl: string) => process.stdout.isTTY || isLoopback(baseUrl, '')

async function keepKey(dataDir: string, secret: string): Promise<string> {
  const file = join(dataDir, 'first-key')
  // A key file of an earlier store is useless.
  await rm(file, { force: true })
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return file
}
