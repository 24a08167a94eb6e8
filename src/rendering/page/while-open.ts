/** Calls to a page, which may be lost while they are under way. */

import { PageLost } from './page-lost.ts'

/** The call's result; rejects with PageLost when the page is lost first. */
export type WhileOpen = <T>(call: Promise<T>) => Promise<T>

/**
 * `lost` is aborted when the page is. Not a race with a promise that lasts as long as the page: that one would keep
 * every result for as long.
 */
export const createWhileOpen =
  (lost: AbortSignal): WhileOpen =>
  <T>(call: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const fail = () => reject(new PageLost(String(lost.reason)))
      if (lost.aborted) fail()
      else lost.addEventListener('abort', fail, { once: true })
      call.then(resolve, reject).finally(() => lost.removeEventListener('abort', fail))
    })
