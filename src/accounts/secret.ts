/**
 * Secrets of 256 random bits. An API key is `pg_`, 43 base62 digits and a CRC-32 of both in 6 more: leak scanners
 * recognise it, and a mistyped or invented one is refused without a look at the store. What is stored is a SHA-256:
 * a slow hash would add nothing to 256 random bits.
 */

import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'pg_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bodyLength = 43
const checkLength = 6
const keyShape = new RegExp(`^${prefix}[0-9A-Za-z]{${bodyLength + checkLength}}$`)

/** How many characters of a key are kept readable, to recognise it by; 30 bits of it. */
const shownLength = prefix.length + 5

/** Shown to its owner once: what is stored is its fingerprint. */
export function newKeySecret(): string {
  const body = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), bodyLength)
  return body + checksum(body)
}

/** Whether a text has the form of a key and its checksum fits; says nothing about who knows it. */
export function isKeySecret(text: string): boolean {
  if (!keyShape.test(text)) return false
  const end = prefix.length + bodyLength
  return checksum(text.slice(0, end)) === text.slice(end)
}

/** The readable beginning of a key. */
export const keyPrefix = (secret: string): string => secret.slice(0, shownLength)

/** A token for a cookie or a one-time link: 43 characters of A-Za-z0-9_-. */
export const newToken = (): string => randomBytes(32).toString('base64url')

const tokenShape = /^[A-Za-z0-9_-]{43}$/
export const isToken = (text: string): boolean => tokenShape.test(text)

/** What is stored of a secret. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url')

/** On the way of every request: small numbers, no BigInt. */
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
