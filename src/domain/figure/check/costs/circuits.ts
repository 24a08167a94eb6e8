/** Detects Sankey diagrams with so many circuits that the library, which lists all of them, does not finish in time. */

/** A graph has at most 2 to the power of this many circuits. */
const minExcess = 20
/** The library lists a million circuits per second. */
const maxCircuits = 5_000_000
/** Circuits among more nodes take too long even if there are few. Measured: 3,000 nodes in a ring 5.2 s. */
const maxNodes = 3_000
/** Searches with fewer steps together, beside one for each link, are fast. */
const maxSteps = 100_000
/** The number of nodes from which circuits are searched. If there are too many circuits, most nodes have too many. */
const maxStarts = 20
const walks = 10

/** Whether the links make more circuits than can be listed in time. */
export function hasTooManyCircuits(sources: Float64Array, targets: Float64Array): boolean {
  const links = linksBetween(sources, targets)
  removeEnds(links)
  if (links.size > maxNodes) return true
  const nexts = numbered(links)
  const count = nexts.reduce((sum, { length }) => sum + length, 0)
  if (count - nexts.length < minExcess) return false
  return !isSearchedFast(nexts, maxSteps + count) && estimateCircuits(nexts) > maxCircuits
}

/** The nodes that each node links to, or that link to it. */
type Links = Map<number, Set<number>>

/** The nodes that each node links to, except itself. */
function linksBetween(sources: Float64Array, targets: Float64Array): Links {
  const links: Links = new Map()
  for (let i = 0; i < Math.min(sources.length, targets.length); i++) {
    const [source, target] = [sources[i] as number, targets[i] as number]
    if (source !== target) addLink(links, source, target)
  }
  return links
}

const addLink = (links: Links, from: number, to: number) =>
  links.set(from, (links.get(from) ?? new Set()).add(to))

/**
 * Removes nodes that nothing links to or that link to nothing, repeatedly, in linear time. Only circuits and paths between
 * them are left.
 */
function removeEnds(links: Links): void {
  const reversed: Links = new Map()
  for (const [node, next] of links) for (const each of next) addLink(reversed, each, node)
  const isEnd = (node: number) => !links.get(node)?.size || !reversed.get(node)?.size
  const ends = [...new Set([...links.keys(), ...reversed.keys()])].filter(isEnd)
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    removeNode(end, links, reversed)
    removeNode(end, reversed, links)
  }

  function removeNode(node: number, from: Links, opposite: Links): void {
    for (const other of from.get(node) ?? []) {
      opposite.get(other)?.delete(node)
      if (isEnd(other)) ends.push(other)
    }
    from.delete(node)
  }
}

/** For each node, in ascending order, the places in this list of the nodes that it links to. */
type Nexts = readonly (readonly number[])[]

function numbered(links: Links): Nexts {
  const nodes = [...links.keys()].sort((one, other) => one - other)
  const places = new Map(nodes.map((node, place) => [node, place]))
  return nodes.map(node => [...(links.get(node) ?? [])].map(next => places.get(next) as number))
}

/** Searches like the library, which does not visit nodes again from which no circuit was found. */
function isSearchedFast(nexts: Nexts, mostSteps: number): boolean {
  const blocked = new Uint8Array(nexts.length)
  let steps = 0
  for (let start = 0; start < Math.min(maxStarts, nexts.length); start++) {
    blocked.fill(0)
    search(start, start)
    if (steps > mostSteps) return false
  }
  return true

  function search(start: number, node: number): boolean {
    let isFound = false
    blocked[node] = 1
    for (const next of nexts[node] ?? []) {
      if (++steps > mostSteps) return false
      if (next === start) isFound = true
      // The library takes the last result, too.
      else if (next > start && blocked[next] === 0) isFound = search(start, next)
    }
    if (isFound) blocked[node] = 0
    return isFound
  }
}

/** The estimated number of circuits: random walks from each node, weighted by the number of choices at each step. */
function estimateCircuits(nexts: Nexts): number {
  const random = randomFrom(1)
  let circuits = 0
  let steps = 0
  for (let start = 0; start < Math.min(maxStarts, nexts.length); start++) {
    for (let walk = 0; walk < walks && steps < maxSteps; walk++) circuits += walkFrom(start) / walks
    if (circuits > maxCircuits || steps >= maxSteps) break
  }
  return circuits

  /** The number of circuits that one walk stands for. */
  function walkFrom(start: number): number {
    const visited = new Set([start])
    let [found, weight] = [0, 1]
    for (let here: number | undefined = start; here !== undefined; ) {
      const next: readonly number[] = nexts[here] ?? []
      steps += next.length
      if (here !== start && next.includes(start)) found += weight
      const choices: readonly number[] = next.filter(node => node > start && !visited.has(node))
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
