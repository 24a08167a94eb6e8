/** Whether the caller of a request is still there. */

import type { Context } from './context.ts'

/** Aborted when the connection closes before the answer was sent: nobody needs the work behind it any more. */
export function hungUp({ req, res }: Pick<Context, 'req' | 'res'>): AbortSignal {
  const left = new AbortController()
  if (req.socket.destroyed) left.abort()
  res.once('close', () => {
    if (!res.writableFinished) left.abort()
  })
  return left.signal
}
