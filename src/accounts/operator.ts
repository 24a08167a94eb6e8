/** The use-cases of the operator: the first start, and commands for all accounts. */

import { type Actor, scopes } from '../domain/actor.ts'
import { type AccountId, keyIdOf } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'
import { AppError, forbidden } from '../errors/errors.ts'
import type { ApiKey, KeyRequest, NewApiKey } from './api-keys/api-key.ts'
import { fingerprint, keyRecords, presentKey } from './api-keys/key-record.ts'
import { createKeys } from './api-keys/keys.ts'
import { type Account, createDirectory } from './directory.ts'
import { operatorName, readEmail, readSignInName } from './emails.ts'
import { readLifetime } from './graph-lifetimes.ts'
import { createLinks } from './one-time-links.ts'
import { isKeySecret } from './secret.ts'
import { createSessions } from './sessions.ts'

/** A key with the email address of its account. */
export interface ListedKey extends ApiKey {
  readonly email: string
}

export interface Operator {
  /** Creates a key for the account with the verified `email`, which is created if necessary. Default: the operator's. */
  createKey(request: KeyRequest, email?: string): Promise<NewApiKey>
  /** The keys of all accounts, newest first. */
  listKeys(): Promise<readonly ListedKey[]>
  /** Revokes a key by its keyId or, if it has leaked, by the key itself. Rejects with `not_found`. */
  revokeKey(given: string): Promise<ApiKey>
  /** Returns the token of a one-time link for choosing the first password. Rejects if there is one already. */
  invite(email: string): Promise<string>
  /** The same for an existing account. Rejects with `not_found`. */
  reset(name: string): Promise<string>
  /** Sets the lifetime of the account's new graphs: `90d` or `forever`. */
  setGraphsStay(name: string, given: string): Promise<void>
  /** Ends all sessions of the accounts with that name. Returns their number. */
  signOut(name: string): Promise<number>
}

/** An actor for any account, with all scopes. */
const speakingFor = (accountId: AccountId): Actor => ({
  accountId,
  scopes: new Set(scopes),
  credential: { kind: 'operator', id: 'operator' },
})

export function createOperator(store: Store): Operator {
  const directory = createDirectory(store)
  const records = keyRecords(store)
  const keys = createKeys(store)
  const links = createLinks(store)
  const sessions = createSessions(store)

  async function accountFor(email: string | undefined): Promise<AccountId> {
    const { account } = await directory.ensureVerified(email === undefined ? operatorName : readEmail(email))
    return account.accountId
  }

  /** The accounts with that sign-in name. Rejects with `not_found`. */
  async function accountsOf(given: string): Promise<readonly Account[]> {
    const name = readSignInName(given) ?? readEmail(given)
    const held = [await directory.verified(name), await directory.claimed(name)]
    const accounts = held.filter(each => each !== null)
    if (accounts.length === 0) throw noAccount(name)
    return accounts
  }

  return {
    async createKey(request, email) {
      return keys.create(speakingFor(await accountFor(email)), request)
    },

    async listKeys() {
      const listed = await records.list()
      const accountIds = [...new Set(listed.map(({ value }) => value.accountId))]
      const accounts = await Promise.all(accountIds.map(id => directory.find(id)))
      const emails = new Map(accounts.map(account => [account?.accountId, account?.email]))
      return listed.map(({ id, value }) => ({
        ...presentKey(keyIdOf(id), value),
        email: emails.get(value.accountId) ?? '?',
      }))
    },

    async revokeKey(given) {
      const keyId = isKeySecret(given) ? fingerprint(given).keyId : keyIdOf(given)
      const record = await records.get(keyId)
      if (!record) {
        const named = isKeySecret(given) ? 'the store does not know this key' : `there is no key ${given}`
        throw new AppError('not_found', `${named}; plotgate key list shows the ids of all`)
      }
      await keys.revoke(speakingFor(record.accountId), keyId)
      return presentKey(keyId, (await records.get(keyId)) ?? record)
    },

    async invite(given) {
      const email = readEmail(given)
      if ((await directory.verified(email))?.passwordHash) {
        throw forbidden(
          `${email} has an account already; if the password is lost: plotgate account reset ${email}`,
        )
      }
      return links.issue({ kind: 'invite', email })
    },

    async reset(given) {
      const name = readSignInName(given) ?? readEmail(given)
      const account = (await directory.verified(name)) ?? (await directory.claimed(name))
      if (!account && name !== operatorName) throw noAccount(name)
      return links.issue({ kind: 'reset', email: name })
    },

    async setGraphsStay(name, given) {
      const length = readLifetime('<length>', given)
      for (const { accountId } of await accountsOf(name)) await directory.setGraphsStay(accountId, length)
    },

    async signOut(given) {
      let ended = 0
      for (const account of await accountsOf(given)) {
        ended += (await sessions.list(account.accountId)).length
        await sessions.endAll(account.accountId)
      }
      return ended
    },
  }
}

const noAccount = (name: string) =>
  new AppError('not_found', `${name} has no account; to make one: plotgate account invite ${name}`)

/** The credentials of the operator of a new service. */
export interface FirstStart {
  /** The secret of the operator's first API key. */
  readonly key: string
  /** The token of a one-time link that signs in to the operator's account, which has no password. */
  readonly signIn: string
}

/** In an empty store, creates the operator's account with a key and a sign-in link. Otherwise returns null. */
export async function firstStart(store: Store): Promise<FirstStart | null> {
  const { made } = await createDirectory(store).ensureVerified(operatorName)
  if (!made) return null
  const { secret } = await createOperator(store).createKey({ name: 'First key' })
  return { key: secret, signIn: await createLinks(store).issue({ kind: 'sign-in', email: operatorName }) }
}
