/** Calls to a page that may be lost during the call. */

import { PageLost } from './page-lost.ts'

/** The call's result; rejects with PageLost if the page is lost first. */
export type WhileOpen = <T>(call: Promise<T>) => Promise<T>

/**
 * `lost` is aborted when the page is lost. It does not race with a promise that lives as long as the page, because such
 * a promise would keep every result in memory.
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
