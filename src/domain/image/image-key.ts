/** Names an image by all that decides its pixels, within one account: images of equal keys are equal. */

import { hash } from 'node:crypto'
import { manifest } from '../../release.ts'
import { defaultTemplatePrefix } from '../figure/layout.ts'
import type { AccountId } from '../ids.ts'

/** This release, with the exact versions of library, browser and fonts: another one may draw otherwise. */
const edition = hash('sha256', manifest + defaultTemplatePrefix, 'base64url')

/** The keys of all images of an account's figure, whose `figureDigest` it is: call it with the variant. */
export function imageKeysOf(accountId: AccountId, figureDigest: string): (variant: string) => string {
  const figure = hash('sha256', `${edition} ${figureDigest} ${accountId}`, 'base64url').slice(0, 27)
  return variant => `${figure} ${variant}`
}
