/** Maintenance of a store by an operator: set-up, check and upgrade. */

export interface Upkeep {
  /** Creates missing tables or indexes. Indexing a large store takes long; the service may run meanwhile. */
  init(): Promise<void>
  /** Returns a message with a remedy for each problem. Changes nothing. */
  check(): Promise<readonly string[]>
  /** Rewrites documents of earlier releases and returns their number. The service may run meanwhile. */
  upgrade(): Promise<number>
  close(): Promise<void>
}
