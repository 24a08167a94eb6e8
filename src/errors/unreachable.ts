/** For the default branch of an exhaustive switch: the compiler reports union members without a branch. */
export function unreachable(value: never): never {
  throw new Error(`there is no case for ${JSON.stringify(value)}`)
}
