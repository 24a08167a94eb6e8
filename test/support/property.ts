/** How property tests draw their examples. */

export interface Runs {
  readonly numRuns: number
  readonly seed: number
}

/** The same examples in every run, so that none fails by chance; PROPERTY_SEED draws others, PROPERTY_RUNS more. */
export const examples = (numRuns = 100): Runs => ({
  numRuns: numRuns * Number(process.env.PROPERTY_RUNS ?? 1),
  seed: Number(process.env.PROPERTY_SEED ?? 1),
})
