/** Checks lists whose values must satisfy a condition. */

import { quotedValue } from '../../faults.ts'
import { kinds, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import type { Findings } from '../findings.ts'

/** Warns of the first wrong value among those read by `headOf`. */
export function warnOfFirst(
  findings: Findings,
  data: Place,
  isWrong: (value: unknown) => boolean,
  message: string,
): void {
  const { tree } = findings
  if (findings.enough || !tree.is(data, kinds.array)) return
  const values = headOf(tree, data)
  const wrong = values.findIndex(isWrong)
  if (wrong !== -1) findings.warn(data, () => `${quotedValue(values[wrong])} ${message}`, wrong)
}

/** Warns of the first value that cannot be the size of a part, such as a slice: one that is negative or no number. */
export function warnOfNoSize(findings: Findings, data: Place, part: string): void {
  const isNoSize = (value: unknown) => value !== null && !(Number(value) >= 0)
  const message = `is not the size of a ${part}, so it is not drawn; send numbers that are not negative`
  warnOfFirst(findings, data, isNoSize, message)
}
