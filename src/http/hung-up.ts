/** Whether the caller of a request is still there. */

import type { Context } from './context.ts'

type Call = Pick<Context, 'req' | 'res'>

/** Nothing more is heard of the answer's end where this is so already. */
export const hasLeft = ({ req, res }: Call): boolean => res.closed || req.socket.destroyed

/**
 * Calls back once when the answer's end has come, sent or not: at once where it has. What is taken for a caller is
 * given back by it, as a caller may leave before there is anything to take.
 */
export function whenOver(call: Call, listener: () => void): void {
  if (hasLeft(call)) listener()
  else call.res.once('close', listener)
}

/** Aborted when the connection closes before the answer was sent: nobody needs the work behind it any more. */
export function hungUp(call: Call): AbortSignal {
  const left = new AbortController()
  whenOver(call, () => {
    if (!call.res.writableFinished) left.abort()
  })
  return left.signal
}
