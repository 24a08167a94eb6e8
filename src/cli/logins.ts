/** Which service `plotgate publish` talks to, and with which key; the file is the one that `plotgate login` writes. */

import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { AppError, invalidParameter } from '../errors/errors.ts'

export interface Login {
  /** {base_url}, without a slash at its end. */
  readonly url: string
  readonly key: string
}

interface StoredLogins {
  readonly default: string | null
  /** By address. */
  readonly keys: Readonly<Record<string, string>>
}

const defaultUrl = 'http://127.0.0.1:3000'

/** PLOTGATE_URL and PLOTGATE_KEY, else what is stored. A stored key is sent to its own service only. */
export async function findLogin(env: NodeJS.ProcessEnv): Promise<Login> {
  const { PLOTGATE_URL: givenUrl, PLOTGATE_KEY: givenKey } = env
  const stored = givenUrl && givenKey ? null : await readLogins(env)
  const url = normalUrl(givenUrl || stored?.default || defaultUrl)
  const key = givenKey || stored?.keys[url]
  if (key) return { url, key: key.trim() }
  throw new AppError(
    'unauthenticated',
    `there is no API key for ${url}: set PLOTGATE_URL and PLOTGATE_KEY; keys are made at ${url}/account`,
  )
}

function normalUrl(text: string): string {
  const url = URL.parse(text.trim())
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  }
  throw invalidParameter('PLOTGATE_URL', `must be an address such as https://graphs.example.org, got ${text}`)
}

async function readLogins(env: NodeJS.ProcessEnv): Promise<StoredLogins | null> {
  const folder =
    process.platform === 'win32'
      ? env.APPDATA || join(homedir(), 'AppData', 'Roaming')
      : env.XDG_CONFIG_HOME || join(homedir(), '.config')
  const path = join(folder, 'plotgate', 'logins.json')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const { default: usual, keys } = JSON.parse(text)
    if (keys && typeof keys === 'object') return { default: typeof usual === 'string' ? usual : null, keys }
  } catch {
    // Told below, like every other damage.
  }
  throw new AppError('invalid_parameter', `${path} is damaged: remove it, or set PLOTGATE_KEY`)
}
