/** Which figure is changed next: any, but none whose drawings have taken far more time than those of the others. */

import type { Random } from './mutate.ts'

export interface Shares<T> {
  choose(): T
  /** Its drawing took so long. */
  spend(figure: T, ms: number): void
}

/** How many times the mean of all a figure may take. Eighteen maps take as long as a hundred bar charts. */
const max = 4
const freeMs = 3_000

export function createShares<T>(figures: readonly T[], random: Random): Shares<T> {
  const spent = new Map<T, number>()
  let total = 0
  const hasShare = (figure: T) => (spent.get(figure) ?? 0) < freeMs + (max * total) / figures.length
  return {
    choose() {
      for (;;) {
        const figure = figures[Math.floor(random() * figures.length)] as T
        if (hasShare(figure)) return figure
      }
    },
    spend(figure, ms) {
      spent.set(figure, (spent.get(figure) ?? 0) + ms)
      total += ms
    },
  }
}
