/** The command line. Each command loads its modules when it runs, so that all commands start fast. */

import { Command } from 'commander'
import { accountCommand } from './cli/account.ts'
import { backupCommands } from './cli/backup.ts'
import { checkCommand } from './cli/check.ts'
import { keyCommand } from './cli/key.ts'
import { loginCommands } from './cli/login.ts'
import { openConfiguredStore } from './cli/open-store.ts'
import { publishCommand } from './cli/publish.ts'
import { queueCommand } from './cli/queue.ts'
import { reasonOf } from './cli/reason.ts'
import { renderCommand } from './cli/render.ts'
import { storeCommand } from './cli/store.ts'
import { ConfigError, readConfig, settleAddresses } from './config/config.ts'
import { AppError } from './errors/errors.ts'
import { description, version } from './release.ts'

const program = new Command('plotgate')
  .description(description)
  .version(version)
  .showHelpAfterError('(plotgate --help lists the commands)')

const serveCommand = program
  .command('serve')
  .description('run the service; the default command')
  .action(async () => (await import('./cli/serve.ts')).serve(process.env))

const workerCommand = program
  .command('worker')
  .description('render for the shared queue that REDIS_URL names')
  .action(async () => (await import('./cli/worker.ts')).work(process.env))

renderCommand(program)
checkCommand(program)
publishCommand(program)
loginCommands(program)

keyCommand(program, openConfiguredStore)
backupCommands(program, openConfiguredStore)
storeCommand(program, async () => (await import('./storage/open.ts')).openUpkeep(readConfig(process.env)))
queueCommand(program, async () =>
  (await import('./cli/queue-of.ts')).openQueueOf(readConfig(process.env), openConfiguredStore),
)
accountCommand(program, {
  openStore: openConfiguredStore,
  baseUrl() {
    const config = readConfig(process.env)
    return settleAddresses(config, config.port).baseUrl
  },
})

/** Errors about options point to the help of their command, such as `plotgate key create`. */
function pointToHelp(commands: readonly Command[], parent: string): void {
  for (const command of commands) {
    const path = `${parent} ${command.name()}`
    command.showHelpAfterError(`(${path} --help tells more)`)
    pointToHelp(command.commands, path)
  }
}
pointToHelp(program.commands, 'plotgate')

for (const [command, example] of [
  [serveCommand, 'PORT=8080 plotgate serve'],
  [workerCommand, 'REDIS_URL=redis://queue:6379 plotgate worker'],
] as const) {
  const hint = `Settings are environment variables, such as\n  ${example}\nand docs/configuration.md has all of them.`
  command.addHelpText('after', `\n${hint}`).showHelpAfterError(hint)
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader may close the pipe early, such as `| head`.
  if (error.code === 'EPIPE') return
  process.stderr.write(`plotgate: standard output: ${error.message}\n`)
  process.exitCode = 1
})

try {
  // Not a default command of commander, which would treat a mistyped command as its argument.
  await program.parseAsync(process.argv.length > 2 ? process.argv : [...process.argv, 'serve'])
} catch (error) {
  // Errors of the caller or the machine (such as a port in use) are printed as a sentence, unexpected ones with a stack.
  const expected =
    error instanceof ConfigError ||
    error instanceof AppError ||
    (error instanceof Error && 'syscall' in error)
  process.stderr.write(`plotgate: ${expected ? reasonOf(error) : ((error as Error)?.stack ?? error)}\n`)
  process.exitCode = 1
}
