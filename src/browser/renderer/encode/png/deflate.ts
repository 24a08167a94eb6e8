/** Writes symbols as one block of deflate (RFC 1951, 3.2.7). */

import { buildHuffman, type HuffmanCode } from './huffman.ts'
import { type Distance, lengthExtra, lengthRest, lengthSymbol } from './lengths.ts'
import type { Symbols } from './symbols.ts'
import type { PngWriter } from './writer.ts'

/** Literals, and matches of up to 258 bytes in two kinds. */
const symbolKinds = 256 + 2 * 259

/** `left` and `above` are the distances of the two kinds of matches, in bytes. */
export function writeBlock(writer: PngWriter, symbols: Symbols, left: Distance, above: Distance): void {
  const literal = buildHuffman(symbols.literals, 15)
  const distance = buildHuffman(symbols.distances, 15)
  writeCodes(writer, literal, distance)
  writeSymbols(writer, symbols, symbolBits(literal, distance, [left, above]))
  writer.bits(literal.bits[256]!, literal.lengths[256]!)
  writer.padByte()
}

/** The order of the code lengths of the code length alphabet (RFC 1951, 3.2.7). */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Writes the header of the block: both codes, as lengths that are coded themselves. */
function writeCodes(writer: PngWriter, literal: HuffmanCode, distance: HuffmanCode): void {
  const literalCount = Math.max(257, literal.lengths.findLastIndex(length => length > 0) + 1)
  const distanceCount = Math.max(1, distance.lengths.findLastIndex(length => length > 0) + 1)
  const lengths = [
    ...literal.lengths.subarray(0, literalCount),
    ...distance.lengths.subarray(0, distanceCount),
  ]
  const counts = new Uint32Array(19)
  for (const length of lengths) counts[length]! += 1
  const code = buildHuffman(counts, 7)
  const orderCount = Math.max(4, lengthOrder.findLastIndex(symbol => code.lengths[symbol]! > 0) + 1)
  // The last block, with dynamic codes.
  writer.bits(1, 1)
  writer.bits(2, 2)
  writer.bits(literalCount - 257, 5)
  writer.bits(distanceCount - 1, 5)
  writer.bits(orderCount - 4, 4)
  for (const symbol of lengthOrder.slice(0, orderCount)) writer.bits(code.lengths[symbol]!, 3)
  for (const length of lengths) writer.bits(code.bits[length]!, code.lengths[length]!)
}

/**
 * The bits of each symbol: at most 16, with their number above them. A match has three parts: the code of its length,
 * the rest of the length with the code of the distance, and the rest of the distance.
 */
interface SymbolBits {
  readonly first: Uint32Array
  readonly second: Uint32Array
  /** For matches to the left and matches above. */
  readonly third: readonly [left: number, above: number]
}

function symbolBits(
  literal: HuffmanCode,
  distance: HuffmanCode,
  places: readonly [left: Distance, above: Distance],
): SymbolBits {
  const first = new Uint32Array(symbolKinds)
  const second = new Uint32Array(symbolKinds)
  for (let byte = 0; byte < 256; byte++) first[byte] = packed(literal.bits[byte]!, literal.lengths[byte]!)
  for (let symbol = 256 + 2 * 3; symbol < symbolKinds; symbol++) {
    const size = (symbol - 256) >> 1
    const code = lengthSymbol[size]!
    const back = places[symbol & 1]!.symbol
    const extra = lengthExtra[size]!
    first[symbol] = packed(literal.bits[code]!, literal.lengths[code]!)
    second[symbol] = packed(
      lengthRest[size]! | (distance.bits[back]! << extra),
      extra + distance.lengths[back]!,
    )
  }
  const [left, above] = places
  return { first, second, third: [packed(left.rest, left.extra), packed(above.rest, above.extra)] }
}

const packed = (bits: number, size: number): number => bits | (size << 16)

function writeSymbols(
  writer: PngWriter,
  { symbols, count }: Symbols,
  { first, second, third }: SymbolBits,
): void {
  const { out } = writer
  const [left, above] = third
  writer.raw((at, held, heldBits) => {
    // Local variables during the loop, because fields are kept in memory. Up to 15 bits are held between steps, so that
    // 16 more fit.
    let [next, mask, filled] = [at, held, heldBits]
    for (let step = 0; step < count; step++) {
      const symbol = symbols[step]!
      let bits = first[symbol]!
      mask |= (bits & 0xffff) << filled
      filled += bits >>> 16
      if (filled >= 16) {
        out[next++] = mask
        out[next++] = mask >>> 8
        mask >>>= 16
        filled -= 16
      }
      if (symbol < 256) continue
      bits = second[symbol]!
      mask |= (bits & 0xffff) << filled
      filled += bits >>> 16
      if (filled >= 16) {
        out[next++] = mask
        out[next++] = mask >>> 8
        mask >>>= 16
        filled -= 16
      }
      bits = symbol & 1 ? above : left
      mask |= (bits & 0xffff) << filled
      filled += bits >>> 16
      if (filled >= 16) {
        out[next++] = mask
        out[next++] = mask >>> 8
        mask >>>= 16
        filled -= 16
      }
    }
    return [next, mask, filled]
  })
}
