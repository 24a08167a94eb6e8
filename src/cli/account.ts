/** `plotgate account`: operator commands for accounts. Prints one-time links for their owners. */

import type { Command } from 'commander'
import { readEmail } from '../accounts/emails.ts'
import { type LinkKind, linkHours } from '../accounts/one-time-links.ts'
import { asOperator, type OpenStore, type OpenStoreOptions } from './open-store.ts'

export interface AccountCommandDeps {
  readonly openStore: OpenStore
  /** {base_url}, for the links. */
  readonly baseUrl: () => string
}

/** Adds the command `account`. */
export function accountCommand(program: Command, { openStore, baseUrl }: AccountCommandDeps): void {
  const account = program
    .command('account')
    .description('manage accounts: invitations, lost passwords, sessions, and how long graphs are kept')

  const printLink = (kind: Exclude<LinkKind, 'sign-in'>, email: string, options?: OpenStoreOptions) =>
    asOperator(
      openStore,
      async operator => {
        process.stdout.write(`${baseUrl()}/account/link/${await operator[kind](email)}\n`)
        process.stderr.write(
          `Works once, within ${timeOf(linkHours[kind])}. Hand it to ${email} and nobody else.\n`,
        )
      },
      options,
    )

  account
    .command('invite <email>')
    .description('print a one-time link with which a person creates an account')
    .action((email: string) => printLink('invite', readEmail(email), { mayCreate: true }))

  account
    .command('reset <email>')
    .description("print a one-time link for a new password; 'operator' is the operator's own account")
    .action((email: string) => printLink('reset', email))

  account
    .command('graphs-stay <email> <length>')
    .description('set how long new graphs of an account are kept by default: 90d, 12h, 4w, 1y or forever')
    .action((email: string, length: string) =>
      asOperator(openStore, async operator => {
        await operator.setGraphsStay(email, length)
        process.stdout.write(
          `new graphs of ${email} stay ${length === 'forever' ? length : `for ${length}`}\n`,
        )
      }),
    )

  account
    .command('sign-out <email>')
    .description('end every session of an account')
    .action((email: string) =>
      asOperator(openStore, async operator => {
        process.stdout.write(`ended sessions: ${await operator.signOut(email)}\n`)
      }),
    )
}

const timeOf = (hours: number): string => (hours > 24 ? `${hours / 24} days` : `${hours} hours`)
