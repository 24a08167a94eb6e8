/**
 * The accounts by email address. There is no mailer, so signing up does not verify an address. At most one account has an
 * address verified (by the operator or a one-time link), and at most one other account claims it (by signing up). The two
 * accounts are separate and never see each other's graphs and keys.
 */

import { randomBytes } from 'node:crypto'
import { type AccountId, accountIdOf } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'
import { operatorName } from './emails.ts'

/** As stored: `proven` if the account has the address verified. */
const holds = ['proven', 'claimed'] as const
type Hold = (typeof holds)[number]

/** Contains JSON values only, with dates as ISO strings. The record's id is the accountId. */
export interface AccountRecord {
  readonly email: string
  readonly hold: Hold
  /** Null until a password is chosen; until then nobody can sign in. */
  readonly passwordHash: string | null
  readonly createdAt: string
  /** The lifetime of its graphs, such as `90d`; missing or null if they stay until they are deleted. */
  readonly graphsStay?: string | null
}

export interface Account extends AccountRecord {
  readonly accountId: AccountId
}

export interface Directory {
  find(accountId: AccountId): Promise<Account | null>
  /** The account that has the address verified. */
  verified(email: string): Promise<Account | null>
  /** The account that claims the address. */
  claimed(email: string): Promise<Account | null>
  /** The account with the verified address, created if there is none. */
  ensureVerified(email: string): Promise<{ account: Account; made: boolean }>
  /** Creates an account that claims the address; null if another one claims it. */
  claim(email: string, passwordHash: string): Promise<Account | null>
  /** Verifies the claimed address. False if another account was faster. */
  promote(account: Account): Promise<boolean>
  /** Sets the password. False if another request has changed it meanwhile. */
  setPassword(account: Account, passwordHash: string): Promise<boolean>
  setGraphsStay(accountId: AccountId, length: string | null): Promise<void>
  remove(account: Account): Promise<void>
}

/** The operator's id is fixed, so that only one of several starting gateways creates the account. */
const idFor = (email: string): AccountId =>
  accountIdOf(email === operatorName ? operatorName : randomBytes(12).toString('base64url'))
/** No account has this id. */
const nobody = accountIdOf('')
const nameOf = (email: string, hold: Hold) => `${hold}:${email}`

export function createDirectory(store: Store): Directory {
  const accounts = store.records<AccountRecord>('accounts')
  // One record per address and kind of hold, whose id makes it unique in every backend.
  const names = store.records<{ accountId: AccountId }>('account-names')

  async function find(accountId: AccountId): Promise<Account | null> {
    const record = await accounts.get(accountId)
    return record && { ...record, accountId }
  }

  /** Reads twice also for an unknown address, so that timing does not reveal which ones are known. */
  async function at(email: string, hold: Hold): Promise<Account | null> {
    const name = await names.get(nameOf(email, hold))
    return find(name?.accountId ?? nobody)
  }
  const verified = (email: string) => at(email, 'proven')

  /** Creates the account before the name, because a name without an account would block the address. */
  async function make(record: AccountRecord): Promise<Account | null> {
    const accountId = idFor(record.email)
    const inserted = await accounts.insert(accountId, record)
    const name = nameOf(record.email, record.hold)
    if (await names.insert(name, { accountId })) return { ...record, accountId }
    const holder = await names.get(name)
    if (inserted && holder?.accountId !== accountId) await accounts.delete(accountId)
    return null
  }

  return {
    find,
    verified,
    claimed: email => at(email, 'claimed'),

    async ensureVerified(email) {
      const record: AccountRecord = {
        email,
        hold: 'proven',
        passwordHash: null,
        createdAt: new Date().toISOString(),
      }
      const known = await verified(email)
      if (known) return { account: known, made: false }
      const account = await make(record)
      if (account) return { account, made: true }
      const other = await verified(email)
      if (other) return { account: other, made: false }
      throw new Error(`the name ${email} leads to no account`)
    },

    claim: (email, passwordHash) =>
      make({ email, hold: 'claimed', passwordHash, createdAt: new Date().toISOString() }),

    async promote({ accountId, email }) {
      if (!(await names.insert(nameOf(email, 'proven'), { accountId }))) return false
      await accounts.update(accountId, { hold: 'proven' })
      await names.delete(nameOf(email, 'claimed'))
      return true
    },

    setPassword: ({ accountId, passwordHash: before }, passwordHash) =>
      accounts.update(accountId, { passwordHash }, { passwordHash: before }),

    async setGraphsStay(accountId, graphsStay) {
      await accounts.update(accountId, { graphsStay })
    },

    async remove({ accountId, email }) {
      // It has both names if the service stopped while its address was verified.
      for (const hold of holds) {
        const name = nameOf(email, hold)
        if ((await names.get(name))?.accountId === accountId) await names.delete(name)
      }
      await accounts.delete(accountId)
    },
  }
}
