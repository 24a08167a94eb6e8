/** What an operator does to a store beside using it: setting it up, checking it, bringing it up to this version. */

export interface Upkeep {
  /** Makes the tables or indexes that are missing. On a large store an index takes long; the service may run. */
  init(): Promise<void>
  /** What is wrong, each with its remedy; nothing is changed. */
  check(): Promise<readonly string[]>
  /** Rewrites what earlier versions wrote; returns how many documents. The service may run. */
  upgrade(): Promise<number>
  close(): Promise<void>
}
