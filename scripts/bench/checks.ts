/** What checking a figure against the library's schema costs, beside reading it: processor time, in this process. */

import { checkFigure } from '../../src/domain/figure/check/figure.ts'
import { readSubmission } from '../../src/domain/figure/submission.ts'
import { readTree } from '../../src/domain/figure/tree/build.ts'

export interface CheckingTime {
  /** In milliseconds a figure. */
  readonly checking: number
  /** Its whole way from bytes to a submission, the checks among it. */
  readonly reading: number
}

/** The least of several rounds, as others run beside it. */
export function timeChecking(body: string, times: number): CheckingTime {
  const bytes = Buffer.from(body)
  const tree = readTree(bytes)
  return {
    checking: minOf(() => checkFigure(tree), times),
    reading: minOf(() => readSubmission(bytes), times),
  }
}

const rounds = 7

function minOf(work: () => unknown, times: number): number {
  let min = Infinity
  // The first round compiles.
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage()
    for (let time = 0; time < times; time++) work()
    const { user, system } = process.cpuUsage(before)
    if (round > 0) min = Math.min(min, (user + system) / 1000 / times)
  }
  return min
}
