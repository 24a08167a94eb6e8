/** What every measurement is made of: lanes that keep asking, percentiles, medians over rounds. */

/** One line of the printed report and of the JSON. */
export interface Row {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The bound asked of it, where there is one. */
  readonly goal?: string
}

export interface Measurement {
  readonly name: string
  readonly rows: readonly Row[]
  /** What could not be measured here, and why. */
  readonly missing: readonly string[]
}

/** Runs `task` in `width` lanes for that long. Latencies in milliseconds, sorted; the first fault ends it. */
export async function keepAsking(task: () => Promise<unknown>, width: number, seconds: number) {
  const took: number[] = []
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() < until) {
        const begun = performance.now()
        await task()
        took.push(performance.now() - begun)
      }
    }),
  )
  const perSecond = (took.length * 1000) / (performance.now() - started)
  return { perSecond, took: took.sort((a, b) => a - b) }
}

/** Starts `task` at a steady rate, however long each takes, as visitors do. Latencies as above. */
export async function keepArriving(task: () => Promise<unknown>, perSecond: number, seconds: number) {
  const took: number[] = []
  const started = performance.now()
  const running: Promise<void>[] = []
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = started + (number * 1000) / perSecond
    await new Promise(resolve => setTimeout(resolve, Math.max(0, due - performance.now())))
    // From when it was due: a sender that falls behind must not hide the waiting.
    running.push(task().then(() => void took.push(performance.now() - due)))
  }
  await Promise.all(running)
  return took.sort((a, b) => a - b)
}

/** `share` 0.5 is the median. NaN of nothing. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
