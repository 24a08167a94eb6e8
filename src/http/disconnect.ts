/** Detects that a caller has disconnected. */

import type { Context } from './context.ts'

type Call = Pick<Context, 'req' | 'res'>

/** Whether the caller has left already. No further events are emitted then. */
export const hasDisconnected = ({ req, res }: Call): boolean => res.closed || req.socket.destroyed

/**
 * Calls `listener` once when the answer has ended, completely sent or not, and at once if it has ended already. Used to
 * release what is held for a caller, who may leave at any time.
 */
export function onceClosed(call: Call, listener: () => void): void {
  if (hasDisconnected(call)) listener()
  else call.res.once('close', listener)
}

/** A signal that is aborted if the connection closes before the answer was sent. */
export function disconnectSignal(call: Call): AbortSignal {
  const left = new AbortController()
  onceClosed(call, () => {
    if (!call.res.writableFinished) left.abort()
  })
  return left.signal
}

/** The caller disconnected before the answer, so there is nobody to answer and nothing to log as a fault. */
export class ClientGone extends Error {
  constructor() {
    super('the client closed the connection')
    this.name = 'ClientGone'
  }
}
