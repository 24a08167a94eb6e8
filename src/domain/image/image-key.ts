/** Names an image by all that decides its pixels, within one account: images of equal keys are equal. */

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** This release, with the exact versions of library, browser and fonts: another one may draw otherwise. */
const edition = hash('sha256', readFileSync(new URL('../../../package.json', import.meta.url)), 'base64url')

/** `figureDigest` of its figure, and the variant: format, size and looks. */
export const imageKey = (accountId: string, figureDigest: string, variant: string): string =>
  hash('sha256', JSON.stringify([edition, accountId, figureDigest, variant]), 'base64url').slice(0, 27)
