/** The major version of the oldest Node that can run Plotgate. */
export const oldestNode = 24
