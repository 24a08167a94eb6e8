/** `plotgate key create|list|revoke`: operator commands for the keys of all accounts. */

import type { Command } from 'commander'
import { stateOf } from '../accounts/api-keys/api-key.ts'
import { checkName, checkScopes } from '../accounts/api-keys/key-request.ts'
import { readEmail } from '../accounts/emails.ts'
import type { ListedKey } from '../accounts/operator.ts'
import { type Scope, scopes } from '../domain/actor.ts'
import { readFutureDate } from '../domain/durations.ts'
import { asOperator, type OpenStore } from './open-store.ts'

interface CreateOptions {
  readonly name: string
  readonly email?: string
  readonly scopes?: readonly string[]
  readonly expires?: string
}

/** Adds the command `key`. `openStore` opens the configured store. */
export function keyCommand(program: Command, openStore: OpenStore): void {
  const key = program.command('key').description('create, list and revoke API keys')

  key
    .command('create')
    .description('print a new API key; it works at once, even if the service is running')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--email <address>', "whose key it is (default: the operator's account)")
    .option('--scopes <scopes...>', `what it may do, of ${scopes.join(', ')} (default: everything)`)
    .option('--expires <when>', 'after how long, such as 90d, 12h or 1y, or on which date (default: never)')
    .action((options: CreateOptions) => {
      // Read first, so that a mistyped command creates no store.
      const request = requestOf(options)
      const email = options.email === undefined ? undefined : readEmail(options.email)
      return asOperator(
        openStore,
        async operator => {
          const { secret } = await operator.createKey(request, email)
          process.stdout.write(`${secret}\n`)
        },
        { mayCreate: true },
      )
    })

  key
    .command('list')
    .description('show the keys of every account')
    .action(() => asOperator(openStore, async operator => printKeys(await operator.listKeys())))

  key
    .command('revoke <id>')
    .description('revoke a key, given its id or, if it leaked, the key itself; effective within 5 s')
    .action((id: string) =>
      asOperator(openStore, async operator => {
        const { name, prefix } = await operator.revokeKey(id)
        process.stdout.write(`revoked ${name} (${prefix}…)\n`)
      }),
    )
}

const requestOf = ({ name, scopes: given, expires }: CreateOptions) => ({
  name: checkName(name),
  ...(given && { scopes: readScopes(given) }),
  expiresAt: expires === undefined ? null : readFutureDate('--expires', expires, new Date()),
})

/** Scopes may be separated by spaces or commas. */
const readScopes = (given: readonly string[]): readonly Scope[] =>
  checkScopes(given.flatMap(text => text.split(',')).filter(text => text !== ''))

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? 'never'

function printKeys(keys: readonly ListedKey[]): void {
  const head = ['ID', 'STATE', 'NAME', 'KEY', 'ACCOUNT', 'CREATED', 'LAST USED', 'EXPIRES', 'SCOPES']
  const now = new Date()
  const rows = keys.map(key => [
    key.keyId,
    stateOf(key, now),
    key.name,
    `${key.prefix}…`,
    key.email,
    day(key.createdAt),
    day(key.lastUsedAt),
    day(key.expiresAt),
    key.scopes.join(','),
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)),
  )
  for (const row of [head, ...rows]) {
    const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
    process.stdout.write(`${line.trimEnd()}\n`)
  }
}
