/** Renders a figure for its sender without storing anything (contract, "Render without storing"). */

import { cancelled, overloaded } from '../../../errors/errors.ts'
import type { Actor } from '../../actor.ts'
import type { BodyReaders } from '../../figure/body-readers.ts'
import { requireNoWarnings, type Strictness } from '../../figure/strictness.ts'
import type { Submission } from '../../figure/submission.ts'
import { requireScope } from '../../policy.ts'
import type { Store } from '../../ports.ts'
import { drawnFormat, type FileFormat } from '../formats.ts'
import { imageKeysOf } from '../image-key.ts'
import { requireImageFits } from '../image-size.ts'
import { type ImageLook, lookInPage, variantOf } from '../look.ts'
import type { UnstoredDispatcher } from '../ports.ts'

export interface UnstoredRequest {
  /** The body with the figure. Its bytes are taken over. */
  readonly body: Uint8Array
  readonly format: FileFormat
  readonly look: ImageLook
  readonly strictness: Strictness
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal
}

export interface UnstoredRender {
  readonly submission: Submission
  /** The image. For html, the svg that the page contains. */
  readonly image: Uint8Array
  /** Remote addresses that the figure names and the image was drawn without. */
  readonly omitted: readonly string[]
}

export interface UnstoredRenders {
  /** Rejects like creates, or with `render_failed`, `render_timeout` or `overloaded`. */
  render(actor: Actor, request: UnstoredRequest): Promise<UnstoredRender>
}

/** Waiting figures are held in memory. Beyond this many bytes, further requests are rejected with `overloaded`. */
const maxWaitingBytes = 256 * 1024 * 1024

export interface UnstoredRendersDeps {
  readonly dispatcher: UnstoredDispatcher
  readonly artifacts: Pick<Store['artifacts'], 'findEqual'>
  readonly readSubmission: BodyReaders['readSubmission']
}

export function createUnstoredRenders({
  dispatcher,
  artifacts,
  readSubmission,
}: UnstoredRendersDeps): UnstoredRenders {
  let waitingBytes = 0
  return {
    async render(actor, { body, format, look, strictness, gone }) {
      requireScope(actor, 'graphs:write')
      // Read first, because a large body is transferred to another thread and is empty here afterwards.
      const size = body.byteLength
      if (waitingBytes + size > maxWaitingBytes) {
        throw overloaded('too many large figures are waiting to be drawn; retry after a moment')
      }
      waitingBytes += size
      try {
        const submission = await readSubmission(body)
        requireNoWarnings(submission.warnings, strictness)
        const drawn = drawnFormat(format)
        const wanted = format === 'html' ? lookInPage(look) : look
        requireImageFits(String(submission.figure.layout), wanted)
        // The sender may have left while a large body was checked.
        if (gone.aborted) throw cancelled()
        const { accountId } = actor
        const variant = variantOf({ ...wanted, format: drawn })
        const equal = await artifacts.findEqual(imageKeysOf(accountId, submission.digest)(variant))
        if (equal) return { submission, image: equal.bytes, omitted: equal.omitted ?? [] }
        const job = { accountId, figure: submission.figure, format: drawn, look: wanted } as const
        const { result, cancel } = dispatcher.draw(job)
        gone.addEventListener('abort', cancel, { once: true })
        const { images, omitted } = await result.finally(() => gone.removeEventListener('abort', cancel))
        return { submission, image: images.get(drawn)!, omitted }
      } finally {
        waitingBytes -= size
      }
    },
  }
}
