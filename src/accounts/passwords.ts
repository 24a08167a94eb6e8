/** Password hashes: argon2id in PHC format, a text with algorithm, parameters, salt and hash. */

import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSemaphore } from '../async/semaphore.ts'
import { overloaded } from '../errors/errors.ts'

export interface Cost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes. */
const currentCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

// Uses two of the four pool threads and at most 38 MiB, however many sign in.
const withPlace = createSemaphore({
  atOnce: 2,
  waiting: 64,
  full: () => overloaded('too many people sign in at this moment; try again shortly'),
})
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

export interface Verdict {
  readonly matches: boolean
  /** Whether the hash has outdated parameters and should be replaced. */
  readonly outdated: boolean
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Without a hash it fails after the same time, so that timing does not reveal whether an account exists. */
  verify(hash: string | null, password: string): Promise<Verdict>
}

export function createPasswords(cost: Cost = currentCost): Passwords {
  async function hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    const tag = await withPlace(() => derive('argon2id', parameters(password, salt, cost)))
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
  }

  // A hash of a random password.
  let decoy: Promise<string> | undefined

  return {
    hash,
    async verify(stored, password) {
      decoy ??= hash(randomBytes(32).toString('base64'))
      const { cost: used, salt, tag } = parse(stored ?? (await decoy))
      const derived = await withPlace(() => derive('argon2id', parameters(password, salt, used)))
      const matches = timingSafeEqual(derived, tag) && stored !== null
      return { matches, outdated: matches && !sameCost(used, cost) }
    },
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const parameters = (password: string, nonce: Buffer, cost: Cost): Argon2Parameters => ({
  message: Buffer.from(password, 'utf8'),
  nonce,
  tagLength,
  ...cost,
})

const sameCost = (one: Cost, other: Cost) =>
  one.memory === other.memory && one.passes === other.passes && one.parallelism === other.parallelism

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/

function parse(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const parts = phc.exec(stored)
  if (!parts) throw new Error('a stored password hash is not argon2id in PHC format')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
