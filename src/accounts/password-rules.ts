/**
 * The rules for new passwords (OWASP ASVS 5.0, 6.2): a minimum length, any characters, and not easy to guess, as estimated
 * with lists of leaked passwords, keyboard patterns and repetitions.
 */

import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { invalidParameter } from '../errors/errors.ts'

/** In characters, not bytes. */
export const passwordLength = { min: 12, max: 128 } as const

/** Words that an attacker of this service would try first (ASVS 6.2.11). */
const ownWords = ['plotgate', 'plotly', 'graph', 'graphs', 'chart', 'charts', 'operator', 'account']

/** About 10^8 guesses: more than the throttle allows, but still memorable. */
const minScore = 3
/** Only this many characters are estimated, because the time grows more than linearly. */
const estimatedLength = 24
/** The maximum length of an email address. Longer texts are not compared with the password. */
const emailLength = 254

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loaded on demand, because its lists take some 40 MB. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

/** Rejects with `invalid_parameter` for `password`, with a remedy. */
export async function checkPassword(password: string, email: string): Promise<void> {
  const fault = await faultOf(password, email)
  if (fault) throw invalidParameter('password', fault)
}

async function faultOf(password: string, email: string): Promise<string | null> {
  const length = [...password].length
  if (length < passwordLength.min) {
    return `use at least ${passwordLength.min} characters; a few unrelated words do well`
  }
  if (length > passwordLength.max) return `use at most ${passwordLength.max} characters`
  estimator ??= loadEstimator()
  const { score } = (await estimator).check(password.slice(0, estimatedLength), [
    ...wordsOf(email.slice(0, emailLength)),
    ...ownWords,
  ])
  return score >= minScore
    ? null
    : 'this one is among the first that a guesser tries; use a few unrelated words'
}

const separator = /[^\p{L}\p{N}]/gu

/** The words of an address that an attacker would try: the whole, its parts of three letters or more, and its name without dots. */
function wordsOf(email: string): readonly string[] {
  const [name = ''] = email.split('@')
  const words = [email, ...email.split(separator), name.replaceAll(separator, '')]
  return words.filter(({ length }) => length >= 3)
}
