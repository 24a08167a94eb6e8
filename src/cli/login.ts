/** `plotgate login` and `logout`: store the key for `plotgate publish` and the Python client. */

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { AppError, invalidParameter } from '../errors/errors.ts'
import { checkedKey, findUrl, forgetLogin, type Login, storeLogin } from './logins.ts'
import { postJson } from './service-request.ts'

const patienceMs = 30_000

export function loginCommands(program: Command): void {
  program
    .command('login')
    .description(
      'store the address of a service and a key for it, which is asked for or read from standard input',
    )
    .argument('[url]', 'the address, such as https://graphs.example.org')
    .action(async (given: string | undefined) => {
      const url = await findUrl(given, process.env)
      if (process.stdin.isTTY) process.stderr.write(`Keys are made at ${url}/account\n`)
      const key = checkedKey(await readKey())
      if (key === '') throw invalidParameter('key', 'no key was given')
      const scopes = await scopesOf({ url, key })
      const file = await storeLogin({ url, key }, process.env)
      process.stdout.write(`${url}: the key has the scopes ${scopes.join(', ')}; stored in ${file}\n`)
    })
  program
    .command('logout')
    .description('forget a stored key; to revoke it, use the account page')
    .argument('[url]', 'of which service (default: the one used by default)')
    .action(async (given: string | undefined) => {
      const url = await forgetLogin(given, process.env)
      process.stdout.write(`${url}: the key is forgotten here\n`)
    })
}

/** Reads the first line of standard input, without echo on a terminal. */
async function readKey(): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: unseen,
    terminal: process.stdin.isTTY === true,
  })
  // On a terminal, Ctrl-C is a character that readline reads.
  lines.on('SIGINT', () => {
    process.stderr.write('\n')
    process.exit(130)
  })
  try {
    if (process.stdin.isTTY) process.stderr.write('API key: ')
    for await (const line of lines) return line.trim()
    return ''
  } finally {
    lines.close()
    if (process.stdin.isTTY) process.stderr.write('\n')
  }
}

interface ScopesAnswer {
  readonly data?: { readonly viewer?: { readonly scopes: readonly string[] } | null } | null
  readonly errors?: readonly { readonly message: string }[]
  readonly error?: { readonly message: string }
}

/** Asks the service for the key's scopes. */
async function scopesOf({ url, key }: Login): Promise<readonly string[]> {
  const answer = await postJson(url, '/graphql', {
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ viewer { scopes } }' }),
    patienceMs,
  })
  const content = (await answer.json().catch(() => ({}))) as ScopesAnswer
  const scopes = content.data?.viewer?.scopes
  if (scopes) return scopes
  const said = content.errors?.[0]?.message ?? content.error?.message
  throw new AppError('unauthenticated', said ?? `${url} answered ${answer.status}, not as Plotgate does`)
}
