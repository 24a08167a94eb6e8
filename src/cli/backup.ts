/** `plotgate backup FILE` and `plotgate restore FILE`: the whole content of the store in one file. */

import type { Command } from 'commander'
import type { Backup } from '../storage/backup/backup.ts'
import type { OpenStore } from './open-store.ts'
import { withOpen } from './with-open.ts'

/** Adds the commands `backup` and `restore`. */
export function backupCommands(program: Command, openStore: OpenStore): void {
  program
    .command('backup <file>')
    .description(
      'write all graphs, accounts and keys to a new file, without images; the service may be running',
    )
    .action(async (file: string) => {
      const { backup } = await import('../storage/backup/backup.ts')
      report(await withOpen(openStore(), store => backup(store, file)), `written to ${file}`)
    })

  program
    .command('restore <file>')
    .description('restore a backup into an empty store of either kind')
    .option('--force', 'also into one that is not empty: equal ids are replaced, the rest stays')
    .action(async (file: string, { force = false }: { force?: boolean }) => {
      const { requireBackup, restore } = await import('../storage/backup/restore.ts')
      // Checked first, so that a mistyped name creates no store.
      requireBackup(file)
      const opening = openStore({ mayCreate: true, forRestore: true })
      report(await withOpen(opening, store => restore(store, file, { force })), `restored from ${file}`)
    })
}

function report({ graphs, records }: Backup, what: string): void {
  process.stdout.write(`${graphs} graphs and ${records} records of accounts and keys ${what}\n`)
}
