/**
 * What a new password must be (OWASP ASVS 5.0, 6.2): long enough, any characters, and not one that a guesser
 * tries early. An estimate with lists of leaked passwords, keyboard runs and repeats decides the last.
 */

import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { invalidParameter } from '../errors/errors.ts'

/** In characters as people count them, not in bytes. */
export const passwordLength = { min: 12, max: 128 } as const

/** Words an attacker of this service would try first (ASVS 6.2.11). */
const ownWords = ['plotgate', 'plotly', 'graph', 'graphs', 'chart', 'charts', 'operator', 'account']

/** About 10^8 guesses: beyond what the lockout lets anybody try, within what people can remember. */
const leastScore = 3
/** The estimate's time grows faster than its input. */
const estimatedLength = 24
/** An address may be no longer, but is looked at beside its password: what is longer may be anything. */
const emailLength = 254

let estimator: Promise<ZxcvbnFactory> | undefined

/** Its lists take some 40 MB: loaded when the first password is chosen. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: estimatedLength })
}

/** Rejects with `invalid_parameter` and the remedy, under the name `password`. */
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
  return score >= leastScore
    ? null
    : 'this one is among the first that a guesser tries; use a few unrelated words'
}

/** What a guesser makes of an address: the whole, its words, and its name without dots. */
function wordsOf(email: string): readonly string[] {
  const words = email.split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 2)
  const [name = ''] = email.split('@')
  return [email, ...words, name.replace(/[^\p{L}\p{N}]+/gu, '')]
}
