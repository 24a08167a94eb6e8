/** The words of error pages: English, and what a translation has. Messages about details are in English everywhere. */

import type { ErrorCode } from '../../../errors/codes.ts'

/** The errors that readers of pages meet. */
export type ReaderError = Extract<
  ErrorCode,
  | 'graph_not_found'
  | 'version_not_found'
  | 'not_found'
  | 'render_failed'
  | 'render_timeout'
  | 'overloaded'
  | 'unavailable'
  | 'invalid_parameter'
  | 'version_conflict'
  | 'payload_too_large'
  | 'rate_limited'
  | 'internal'
>

/** Errors of which the message does not say what to do. */
export type AdvisedError = Extract<
  ReaderError,
  'graph_not_found' | 'render_timeout' | 'overloaded' | 'unavailable' | 'rate_limited' | 'internal'
>

export interface ErrorWords {
  readonly headlines: Readonly<Record<ReaderError, string>>
  readonly advice: Readonly<Record<AdvisedError, string>>
  /** The headline of other errors. */
  readonly other: string
  readonly tryAgain: string
  /** `{}` is a number of seconds. */
  readonly tryAgainIn: string
  readonly openGraph: string
  readonly toStartPage: string
  /** The name of the link around the logo, for screen readers. */
  readonly startPage: string
}

export const english: ErrorWords = {
  headlines: {
    graph_not_found: 'There is no graph here',
    version_not_found: 'There is no such version here',
    not_found: 'There is nothing here',
    render_failed: 'This figure cannot be drawn',
    render_timeout: 'Drawing took too long',
    overloaded: 'The service is very busy',
    unavailable: 'Not available at the moment',
    invalid_parameter: 'This address is not valid',
    version_conflict: 'The graph has changed',
    payload_too_large: 'This would be too large',
    rate_limited: 'Slow down a little',
    internal: 'Something failed on our side',
  },
  advice: {
    graph_not_found:
      'It was deleted, or the address is not complete: a graph’s address ends with 21 letters, digits, hyphens or underscores.',
    render_timeout: 'A figure with fewer points draws faster.',
    overloaded: 'Too many images are being drawn. Try again in a moment.',
    unavailable: 'Try again in a moment.',
    rate_limited: 'Too many requests came from your network address.',
    internal:
      'The error was logged. Try again in a moment; if it happens again, tell the operator of this service.',
  },
  other: 'That did not work',
  tryAgain: 'Try again',
  tryAgainIn: 'Seconds until the next try: {}.',
  openGraph: 'Open the graph',
  toStartPage: 'Go to the start page',
  startPage: 'Plotgate, start page',
}
