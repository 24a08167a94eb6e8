/** Huffman codes for deflate (RFC 1951, 3.2). */

export interface HuffmanCode {
  /** Bits per symbol; 0 for a symbol that does not occur. */
  readonly lengths: Uint8Array
  /** The code of each symbol, in the bit order of deflate. */
  readonly bits: Uint16Array
}

/** The best code for these counts without lengths above `longest`. */
export function buildHuffman(counts: Uint32Array, longest: number): HuffmanCode {
  let weights = counts
  for (;;) {
    const lengths = depthsOf(weights)
    if (lengths.every(length => length <= longest)) return { lengths, bits: canonicalBits(lengths) }
    // More equal counts make a flatter tree. This is rarely needed and costs a fraction of a per cent in size.
    weights = weights.map(count => (count > 0 ? (count >> 1) | 1 : 0))
  }
}

/** The depth of each symbol in the tree. Two queues suffice, since merged nodes are created in order. */
function depthsOf(counts: Uint32Array): Uint8Array {
  const lengths = new Uint8Array(counts.length)
  const leaves = leavesOf(counts)
  const count = leaves.length
  const weight = new Float64Array(2 * count - 1)
  const parent = new Uint16Array(2 * count - 1)
  for (let at = 0; at < count; at++) weight[at] = counts[leaves[at]!]!
  let leaf = 0
  let merged = count
  for (let node = count; node < weight.length; node++) {
    for (let child = 0; child < 2; child++) {
      const fromLeaves = leaf < count && (merged >= node || weight[leaf]! <= weight[merged]!)
      const taken = fromLeaves ? leaf++ : merged++
      weight[node]! += weight[taken]!
      parent[taken] = node
    }
  }
  const depth = new Uint8Array(weight.length)
  for (let node = weight.length - 2; node >= 0; node--) depth[node] = depth[parent[node]!]! + 1
  for (let at = 0; at < count; at++) lengths[leaves[at]!] = depth[at]!
  return lengths
}

/** The symbols that occur, the rarest first. */
function leavesOf(counts: Uint32Array): number[] {
  const leaves: number[] = []
  for (let symbol = 0; symbol < counts.length; symbol++) if (counts[symbol]! > 0) leaves.push(symbol)
  // A code has at least two symbols, because decoders disagree about smaller ones.
  for (let symbol = 0; leaves.length < 2; symbol++) if (!leaves.includes(symbol)) leaves.push(symbol)
  return leaves.sort((a, b) => counts[a]! - counts[b]!)
}

function canonicalBits(lengths: Uint8Array): Uint16Array {
  const perLength = new Uint16Array(16)
  for (const length of lengths) if (length > 0) perLength[length]! += 1
  const next = new Uint16Array(16)
  for (let length = 1; length < 16; length++)
    next[length] = (next[length - 1]! + (length > 1 ? perLength[length - 1]! : 0)) << 1
  const bits = new Uint16Array(lengths.length)
  lengths.forEach((length, symbol) => {
    if (length > 0) bits[symbol] = reversed(next[length]!++, length)
  })
  return bits
}

function reversed(code: number, length: number): number {
  let bits = 0
  for (let bit = 0; bit < length; bit++) bits = (bits << 1) | ((code >> bit) & 1)
  return bits
}
