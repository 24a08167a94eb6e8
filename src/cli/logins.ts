/** The stored logins: addresses of services and keys. The Python client reads and writes the same file. */

import { mkdir, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeAtomically } from '../atomic-file.ts'
import { AppError, invalidParameter } from '../errors/errors.ts'

export interface Login {
  /** {base_url}, without a trailing slash. */
  readonly url: string
  readonly key: string
}

interface StoredLogins {
  readonly default: string | null
  /** Keys by address. */
  readonly keys: Readonly<Record<string, string>>
}

const defaultUrl = 'http://127.0.0.1:3000'

/** The login from PLOTGATE_URL and PLOTGATE_KEY, or the stored one. A stored key is used only for its own service. */
export async function findLogin(env: NodeJS.ProcessEnv): Promise<Login> {
  const { PLOTGATE_URL: givenUrl, PLOTGATE_KEY: givenKey } = env
  const stored = givenUrl && givenKey ? { default: null, keys: {} } : await readLogins(env)
  const url = normalUrl(givenUrl || stored.default || defaultUrl)
  const key = givenKey || stored.keys[url]
  if (key) return { url, key: checkedKey(key) }
  throw new AppError(
    'unauthenticated',
    `there is no API key for ${url}: run plotgate login, or set PLOTGATE_URL and PLOTGATE_KEY; ` +
      `you can create a key at ${url}/account`,
  )
}

/** Trims a key. Refuses an abbreviated one such as `pg_…`. */
export function checkedKey(text: string): string {
  const key = text.trim()
  if (/^[!-~]*$/.test(key)) return key
  throw invalidParameter('key', 'has characters that no key has: was it copied whole, without …?')
}

/** The address to log in to: the given one, else PLOTGATE_URL, else the default of the stored logins. */
export async function findUrl(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  return normalUrl(given || env.PLOTGATE_URL || (await readLogins(env)).default || defaultUrl)
}

/** Stores a login as the default. Returns the file, which only its owner can read. */
export async function storeLogin({ url, key }: Login, env: NodeJS.ProcessEnv): Promise<string> {
  const { keys } = await readLogins(env)
  return writeLogins({ default: url, keys: { ...keys, [url]: key } }, env)
}

/** Deletes the key of a service (default: the default login). Returns its address. */
export async function forgetLogin(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const { default: usual, keys } = await readLogins(env)
  const url = given ? normalUrl(given) : usual
  if (url === null || keys[url] === undefined) {
    throw invalidParameter('url', `no key is stored${url ? ` for ${url}` : ''}`)
  }
  const { [url]: _forgotten, ...kept } = keys
  const [other = null] = Object.keys(kept)
  if (other === null) await rm(loginsPath(env))
  else await writeLogins({ default: url === usual ? other : usual, keys: kept }, env)
  return url
}

/** The file has its final mode from the start, so that the key is never readable for others. */
async function writeLogins(logins: StoredLogins, env: NodeJS.ProcessEnv): Promise<string> {
  const path = loginsPath(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeAtomically(path, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
  return path
}

/** Where the pages and the API of a service begin: addresses of them are copied from a browser. */
const pages = new Set(['account', 'docs', 'graphql', 'new', 'v1'])

function normalUrl(text: string): string {
  const url = URL.parse(text.trim())
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    const steps = url.pathname.split('/')
    const page = steps.findIndex(step => pages.has(step))
    const base = page < 0 ? steps : steps.slice(0, page)
    return `${url.origin}${base.join('/').replace(/\/+$/, '')}`
  }
  throw invalidParameter('address', `must be an address such as https://graphs.example.org, got ${text}`)
}

function loginsPath(env: NodeJS.ProcessEnv): string {
  const folder =
    process.platform === 'win32'
      ? env.APPDATA || join(homedir(), 'AppData', 'Roaming')
      : env.XDG_CONFIG_HOME || join(homedir(), '.config')
  return join(folder, 'plotgate', 'logins.json')
}

async function readLogins(env: NodeJS.ProcessEnv): Promise<StoredLogins> {
  const path = loginsPath(env)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new AppError('invalid_parameter', `${path} cannot be read: ${error.message}`)
  })
  if (text === null) return { default: null, keys: {} }
  try {
    const { default: usual, keys } = JSON.parse(text)
    if (keys && typeof keys === 'object') return { default: typeof usual === 'string' ? usual : null, keys }
  } catch {
    // Reported below, like any other damage.
  }
  throw new AppError('invalid_parameter', `${path} is damaged: remove it, or set PLOTGATE_KEY`)
}
