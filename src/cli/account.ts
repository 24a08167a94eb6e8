/** `plotgate account`: operator commands for accounts. Prints one-time links for their owners. */

import type { Command } from 'commander'
import { type LinkKind, linkHours } from '../accounts/one-time-links.ts'
import { createOperator, type Operator } from '../accounts/operator.ts'
import type { Store } from '../domain/ports.ts'

export interface AccountCommandDeps {
  readonly openStore: () => Promise<Store>
  /** {base_url}, for the links. */
  readonly baseUrl: () => string
}

/** Adds the command `account`. */
export function accountCommand(program: Command, { openStore, baseUrl }: AccountCommandDeps): void {
  const account = program
    .command('account')
    .description('let people in and out: invitations, lost passwords, sessions; how long their graphs stay')

  async function asOperator(act: (operator: Operator) => Promise<void>): Promise<void> {
    const store = await openStore()
    try {
      await act(createOperator(store))
    } finally {
      await store.close()
    }
  }

  const printLink = (kind: Exclude<LinkKind, 'sign-in'>, email: string) =>
    asOperator(async operator => {
      process.stdout.write(`${baseUrl()}/account/link/${await operator[kind](email)}\n`)
      process.stderr.write(
        `Works once, within ${linkHours[kind]} hours. Hand it to ${email} and nobody else.\n`,
      )
    })

  account
    .command('invite <email>')
    .description('print a one-time link by which a person makes an account')
    .action((email: string) => printLink('invite', email))

  account
    .command('reset <email>')
    .description("print a one-time link for a new password; 'operator' is the operator's own account")
    .action((email: string) => printLink('reset', email))

  account
    .command('graphs-stay <email> <length>')
    .description(
      'how long new graphs of an account stay where they do not say it: 90d, 12h, 4w, 1y or forever',
    )
    .action((email: string, length: string) => asOperator(operator => operator.setGraphsStay(email, length)))

  account
    .command('sign-out <email>')
    .description('end every session of an account')
    .action((email: string) =>
      asOperator(async operator => {
        process.stdout.write(`ended sessions: ${await operator.signOut(email)}\n`)
      }),
    )
}
