/**
 * Secrets of 256 random bits. An API key is `pg_`, 43 base62 digits, and 6 more digits with a CRC-32 of both. Leak scanners
 * can recognise it, and mistyped keys are refused without asking the store. Only a SHA-256 is stored; a slow hash would add
 * nothing to 256 random bits.
 */

import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'pg_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bodyLength = 43
const checkLength = 6
const keyShape = new RegExp(`^${prefix}[0-9A-Za-z]{${bodyLength + checkLength}}$`)

/** How many characters of a key are stored in plain text to recognise it; they reveal 30 bits. */
const shownLength = prefix.length + 5

/** Makes a key. It is shown once, and only its fingerprint is stored. */
export function newKeySecret(): string {
  const body = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), bodyLength)
  return body + checksum(body)
}

/** Whether a text has the form and the checksum of a key. */
export function isKeySecret(text: string): boolean {
  if (!keyShape.test(text)) return false
  const end = prefix.length + bodyLength
  return checksum(text.slice(0, end)) === text.slice(end)
}

/** The part of a key that is stored in plain text. */
export const keyPrefix = (secret: string): string => secret.slice(0, shownLength)

/** A token for a cookie or a one-time link: 43 characters of A-Za-z0-9_-. */
export const newToken = (): string => randomBytes(32).toString('base64url')

const tokenShape = /^[A-Za-z0-9_-]{43}$/
export const isToken = (text: string): boolean => tokenShape.test(text)

/** The stored hash of a secret. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url')

/** Computed for every request, so it avoids BigInt. */
function checksum(body: string): string {
  let text = ''
  for (let rest = crc32(body); text.length < checkLength; rest = Math.floor(rest / 62))
    text = digits[rest % 62] + text
  return text
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}
