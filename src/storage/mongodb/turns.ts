/** Work on the same thing one after another within this process. */

/** Runs work after what was given before under the same name. */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Spares changes of one record the race they would run against each other. Between processes the server settles
 * it; FerretDB does not (its updates are not atomic): one gateway at a time should change records there.
 */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, turn)
    const leave = () => {
      if (last.get(name) === turn) last.delete(name)
    }
    turn.then(leave, leave)
    return turn
  }
}
