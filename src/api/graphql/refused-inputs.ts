/** Items of a list that do not fit their type. Each is refused alone, where GraphQL itself would refuse the whole request. */

import { type GraphQLInputType, validateInputValue } from 'graphql'
import type { ErrorDetail } from '../../errors/errors.ts'
import { pathOf } from './faults.ts'

/** Stands in the place of `data`, which takes every value, until its item is resolved. */
export class RefusedInput {
  /** The item as it was sent. */
  readonly item: unknown
  readonly faults: readonly ErrorDetail[]

  constructor(item: unknown, faults: readonly ErrorDetail[]) {
    this.item = item
    this.faults = faults
  }
}

/** The item; if it does not fit its type, one that does, with the faults of the other. */
export function fittingItem(item: unknown, type: GraphQLInputType): unknown {
  const faults: ErrorDetail[] = []
  validateInputValue(item, type, ({ message }, path) => {
    faults.push({ path: path.length === 0 ? 'input' : pathOf(path), message: shortened(message) })
  })
  return faults.length === 0 ? item : { data: new RefusedInput(item, faults) }
}

/** GraphQL quotes the whole value, up to several times. */
const maxShown = 500

/** A message of GraphQL, without the rest of a long value in it. */
export const shortened = (message: string): string =>
  message.length > maxShown ? `${message.slice(0, maxShown)}…` : message
