import type { GraphId } from '../../src/domain/ids.ts'

/** Any text as a graph's id, where only equality matters, or where a store must take it for one it does not know. */
export const graphIdOf = (text: string): GraphId => text as GraphId
