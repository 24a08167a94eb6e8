/** Hashes everything that determines an image's pixels, within one account: equal keys mean equal images. */

import { hash } from 'node:crypto'
import { manifest } from '../../release.ts'
import { defaultTemplatePrefix } from '../figure/layout.ts'
import type { AccountId } from '../ids.ts'

/** Identifies this release, with the exact versions of charting library, browser and fonts it renders with. */
const releaseDigest = hash('sha256', manifest + defaultTemplatePrefix, 'base64url')

/** Returns a function from variant to image key, for an account and the `figureDigest` of its figure. */
export function imageKeysOf(accountId: AccountId, figureDigest: string): (variant: string) => string {
  const figure = hash('sha256', `${releaseDigest} ${figureDigest} ${accountId}`, 'base64url').slice(0, 27)
  return variant => `${figure} ${variant}`
}
