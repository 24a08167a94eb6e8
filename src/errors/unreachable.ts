/** The last branch where the members of a union are told apart: a new member is an error of the compiler here. */
export function unreachable(value: never): never {
  throw new Error(`there is no case for ${JSON.stringify(value)}`)
}
