/** Detects Sankey diagrams with so many circuits that the library, which lists all of them, does not finish in time. */

/** A graph has at most 2 to the power of this many circuits. */
const minExcess = 20
/** The library lists a million circuits per second. */
const maxCircuits = 5_000_000
/** Circuits among more nodes take too long even if there are few. Measured: 3,000 nodes in a ring 5.2 s. */
const maxNodes = 3_000
/** A search from one node with fewer steps, beside one for each link, is fast. */
const maxSteps = 100_000
/** The number of nodes from which circuits are searched. If there are too many circuits, most nodes have too many. */
const maxStarts = 20
const walks = 10

/** Whether the links make more circuits than can be listed in time. */
export function hasTooManyCircuits(sources: Float64Array, targets: Float64Array): boolean {
  const nexts = nextsOf(sources, targets)
  removeEnds(nexts)
  if (nexts.size > maxNodes) return true
  const links = [...nexts.values()].reduce((sum, { size }) => sum + size, 0)
  if (links - nexts.size < minExcess) return false
  const nodes = [...nexts.keys()].sort((one, other) => one - other).slice(0, maxStarts)
  return !isSearchedFast(nexts, nodes, maxSteps + links) && estimateCircuits(nexts, nodes) > maxCircuits
}

type Nexts = Map<number, Set<number>>

/** The nodes that each node links to, except itself. */
function nextsOf(sources: Float64Array, targets: Float64Array): Nexts {
  const nexts: Nexts = new Map()
  for (let i = 0; i < Math.min(sources.length, targets.length); i++) {
    const [source, target] = [sources[i] as number, targets[i] as number]
    if (source === target) continue
    const next = nexts.get(source) ?? new Set()
    nexts.set(source, next.add(target))
  }
  return nexts
}

/** Removes nodes that nothing links to or that link to nothing, repeatedly. Only circuits and paths between them are left. */
function removeEnds(nexts: Nexts): void {
  for (let before = -1; before !== nexts.size; ) {
    before = nexts.size
    const reached = new Set<number>()
    for (const next of nexts.values()) for (const node of next) reached.add(node)
    for (const [node, next] of nexts) {
      for (const each of next) if (!nexts.has(each)) next.delete(each)
      if (next.size === 0 || !reached.has(node)) nexts.delete(node)
    }
  }
}

/** Searches like the library, which does not visit nodes again from which no circuit was found. */
function isSearchedFast(nexts: Nexts, nodes: readonly number[], mostSteps: number): boolean {
  let steps = 0
  for (const start of nodes) {
    steps = 0
    search(start, start, new Set())
    if (steps > mostSteps) return false
  }
  return true

  function search(start: number, node: number, blocked: Set<number>): boolean {
    let isFound = false
    blocked.add(node)
    for (const next of nexts.get(node) ?? []) {
      if (++steps > mostSteps) return false
      if (next === start) isFound = true
      // The library takes the last result, too.
      else if (next > start && !blocked.has(next)) isFound = search(start, next, blocked)
    }
    if (isFound) blocked.delete(node)
    return isFound
  }
}

/** The estimated number of circuits: random walks from each node, weighted by the number of choices at each step. */
function estimateCircuits(nexts: Nexts, nodes: readonly number[]): number {
  const random = randomFrom(1)
  let circuits = 0
  let steps = 0
  for (const node of nodes) {
    for (let walk = 0; walk < walks && steps < maxSteps; walk++) circuits += walkFrom(node) / walks
    if (circuits > maxCircuits || steps >= maxSteps) break
  }
  return circuits

  /** The number of circuits that one walk stands for. */
  function walkFrom(start: number): number {
    const visited = new Set([start])
    let [found, weight] = [0, 1]
    for (let here: number | undefined = start; here !== undefined; ) {
      const next: ReadonlySet<number> = nexts.get(here) ?? visited
      steps += next.size
      if (here !== start && next.has(start)) found += weight
      const choices: readonly number[] = [...next].filter(node => node > start && !visited.has(node))
      here = choices[Math.floor(random() * choices.length)]
      if (here !== undefined) visited.add(here)
      weight *= choices.length
    }
    return found
  }
}

/** Pseudo-random numbers, the same for each figure. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}
