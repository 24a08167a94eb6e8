/** `plotgate store init|check|upgrade`: maintenance of the configured store. */

import type { Command } from 'commander'
import type { Upkeep } from '../storage/upkeep.ts'
import { withOpen } from './with-open.ts'

/** Adds the command `store`. `openUpkeep` opens the configured store. */
export function storeCommand(program: Command, openUpkeep: () => Promise<Upkeep>): void {
  const store = program.command('store').description('set up, check and upgrade the store')

  store
    .command('init')
    .description('create missing tables or indexes; the service may be running')
    .action(() =>
      withOpen(openUpkeep(), async upkeep => {
        await upkeep.init()
        process.stdout.write('the store is set up\n')
      }),
    )

  store
    .command('check')
    .description('list what is missing, damaged or of an earlier version; exits with 1 if anything is')
    .action(() =>
      withOpen(openUpkeep(), async upkeep => {
        const faults = await upkeep.check()
        process.stdout.write(faults.length === 0 ? 'no faults were found\n' : `${faults.join('\n')}\n`)
        if (faults.length > 0) process.exitCode = 1
      }),
    )

  store
    .command('upgrade')
    .description('upgrade documents of earlier versions, once every process runs this version')
    .action(() =>
      withOpen(openUpkeep(), async upkeep => {
        const rewritten = await upkeep.upgrade()
        process.stdout.write(`the store has this version's schema; ${rewritten} documents were rewritten\n`)
      }),
    )
}
