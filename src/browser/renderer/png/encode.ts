/**
 * Pixels become a PNG: lossless, and for charts both faster and smaller than the browser's own encoder, which
 * tries row filters and searches for matches where a chart has only runs (docs/performance.md). Handed to the
 * page as its own text.
 */

import type { Code, Huffman } from './huffman.ts'
import type { RunFinder, Runs } from './runs.ts'

/** A picture's pixels, each a word: alpha in the top bits, then red, green and blue. */
export interface PngPixels {
  /** As a canvas keeps them, colours multiplied by their opacity; null where they cannot be had so. */
  readonly held: Uint32Array | null
  /** As a png keeps them. */
  straight(): Uint32Array
}

/**
 * Null for a picture without runs, such as a photograph: the browser's own encoder, with its row filters, makes
 * smaller files of those.
 */
export type PngEncoder = (pixels: PngPixels, width: number, height: number) => Uint8Array | null

export function pngEncoder(runs: RunFinder, huffman: Huffman): PngEncoder {
  // Lengths 3 to 258 have 29 symbols (RFC 1951, 3.2.5): symbol, extra bits and their value, by length.
  const lengthSymbol = new Uint16Array(259)
  const lengthExtra = new Uint8Array(259)
  const lengthRest = new Uint8Array(259)
  for (let symbol = 257, from = 3; symbol < 285; symbol++) {
    const extra = symbol < 265 ? 0 : (symbol - 261) >> 2
    for (let rest = 0; rest < 1 << extra; rest++, from++) {
      lengthSymbol[from] = symbol
      lengthExtra[from] = extra
      lengthRest[from] = rest
    }
  }
  lengthSymbol[258] = 285
  lengthExtra[258] = lengthRest[258] = 0

  const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
    return crc
  })

  function distanceOf(distance: number) {
    if (distance < 5) return { symbol: distance - 1, extra: 0, rest: 0 }
    const extra = 30 - Math.clz32(distance - 1)
    const symbol = 2 * extra + 2 + (((distance - 1) >> extra) & 1)
    return { symbol, extra, rest: (distance - 1) & ((1 << extra) - 1) }
  }

  /** Literal bytes below 256; a match of length n is 256 + 2n, one more when it copies from the row above. */
  let symbols = new Uint16Array(1 << 16)
  let room = new Uint8Array(1 << 18)

  function encode(given: PngPixels, width: number, height: number): Uint8Array | null {
    const freshLimit = (width * height) / 8 + 256
    let pixels = given.held ?? given.straight()
    let found = runs.find(pixels, width, freshLimit)
    if (found && !found.opaque && pixels === given.held) {
      pixels = given.straight()
      found = runs.find(pixels, width, freshLimit)
    }
    if (!found) return null
    const { palette, opaque } = found
    const depth = palette ? 1 : opaque ? 3 : 4
    const stride = width * depth + 1
    // A match reaches 32 KiB back.
    if (stride > 32768) return null

    const index = new Map(palette?.map((colour, at) => [colour, at]))
    const { length, literals, distances, adler } = symbolsOf(found, pixels, width, depth, index)
    const literal = huffman.build(literals, 15)
    const distance = huffman.build(distances, 15)

    const writer = createWriter(length * 4 + 4096)
    writer.signature()
    writer.chunk('IHDR', ({ int, byte }) => {
      int(width)
      int(height)
      for (const value of [8, palette ? 3 : opaque ? 2 : 6, 0, 0, 0]) byte(value)
    })
    if (palette) {
      writer.chunk('PLTE', ({ byte }) => {
        for (const colour of palette) for (const shift of [16, 8, 0]) byte(colour >>> shift)
      })
      if (!opaque)
        writer.chunk('tRNS', ({ byte }) => {
          for (const colour of palette) byte(colour >>> 24)
        })
    }
    writer.chunk('IDAT', writer => {
      writer.byte(0x78)
      writer.byte(0x01)
      writer.codes(literal, distance)
      writer.body(length, literal, distance, distanceOf(depth), distanceOf(stride))
      writer.int(adler)
    })
    writer.chunk('IEND', () => {})
    return writer.result()
  }

  /** Runs become deflate's symbols, counted; the checksum of the bytes comes from what changed between rows. */
  function symbolsOf(
    { entries, count }: Runs,
    pixels: Uint32Array,
    width: number,
    depth: number,
    index: ReadonlyMap<number, number>,
  ) {
    const stride = width * depth + 1
    const literals = new Uint32Array(286)
    const distances = new Uint32Array(30)
    const leftSymbol = distanceOf(depth).symbol
    const aboveSymbol = distanceOf(stride).symbol
    let length = 0

    // Adler-32 of a row is kept as its sum and its weighted sum, changed where the row differs from the last.
    let sum = 0
    let weighted = 0
    let low = 1
    let high = 0

    // One loop over local variables, since those that functions share are kept in memory.
    let at = 0
    let rowEnd = width
    for (let entry = 0; entry < count; entry++) {
      const run = entries[entry]!
      const size = run & 0x3fffffff
      const end = at + size
      const above = run >= runs.above
      if (length + 4 * size + 16 > symbols.length) symbols = grown(symbols, 4 * size + 16)
      // Each row begins with its filter's byte, always 0, which a copy from the row above takes along.
      const begins = above ? Math.ceil(end / width) - Math.ceil(at / width) : 0
      if (!above && at === rowEnd - width) {
        symbols[length++] = 0
        literals[0]! += 1
      }
      const copied = above ? size * depth + begins : run >= runs.left ? size * depth : 0
      if (copied >= 3) {
        const kind = above ? 1 : 0
        const back = above ? aboveSymbol : leftSymbol
        for (let rest = copied; rest > 0; ) {
          // What is left must not be shorter than the shortest match.
          const part = rest <= 258 ? rest : rest < 261 ? rest - 3 : 258
          symbols[length++] = 256 + 2 * part + kind
          literals[lengthSymbol[part]!]! += 1
          distances[back]! += 1
          rest -= part
        }
      } else {
        for (let step = at; step < end; step++) {
          const colour = pixels[step]!
          if (above && step % width === 0) {
            symbols[length++] = 0
            literals[0]! += 1
          }
          if (depth === 1) {
            const byte = index.get(colour)!
            symbols[length++] = byte
            literals[byte]! += 1
            continue
          }
          const red = (colour >>> 16) & 255
          const green = (colour >>> 8) & 255
          const blue = colour & 255
          symbols[length++] = red
          symbols[length++] = green
          symbols[length++] = blue
          literals[red]! += 1
          literals[green]! += 1
          literals[blue]! += 1
          if (depth === 4) {
            symbols[length++] = colour >>> 24
            literals[colour >>> 24]! += 1
          }
        }
      }
      if (!above) {
        for (let step = at; step < end; step++) {
          const colour = pixels[step]!
          const before = step < width ? 0 : pixels[step - width]!
          if (colour === before) continue
          const weight = (rowEnd - step) * depth
          if (depth === 1) {
            const change = index.get(colour)! - (step < width ? 0 : index.get(before)!)
            sum += change
            weighted += change * weight
            continue
          }
          const red = ((colour >>> 16) & 255) - ((before >>> 16) & 255)
          const green = ((colour >>> 8) & 255) - ((before >>> 8) & 255)
          const blue = (colour & 255) - (before & 255)
          const alpha = depth === 4 ? (colour >>> 24) - (before >>> 24) : 0
          const change = red + green + blue + alpha
          sum += change
          weighted += change * weight - green - 2 * blue - 3 * alpha
        }
      }
      at = end
      for (; at >= rowEnd; rowEnd += width) {
        high = (high + stride * low + weighted) % 65521
        low = (low + sum) % 65521
      }
    }
    literals[256] = 1
    return { length, literals, distances, adler: high * 65536 + low }
  }

  function grown(full: Uint16Array, more: number): Uint16Array<ArrayBuffer> {
    const larger = new Uint16Array(full.length * 2 + more)
    larger.set(full)
    return larger
  }

  function createWriter(capacity: number) {
    if (room.length < capacity) room = new Uint8Array(capacity)
    const out = room
    let at = 0
    let held = 0
    let heldBits = 0

    const byte = (value: number) => {
      out[at++] = value
    }
    const int = (value: number) => {
      for (const shift of [24, 16, 8, 0]) out[at++] = value >>> shift
    }
    const bits = (value: number, size: number) => {
      held |= value << heldBits
      heldBits += size
      while (heldBits >= 8) {
        out[at++] = held
        held >>>= 8
        heldBits -= 8
      }
    }

    function chunk(name: string, write: (writer: Writer) => void): void {
      const begin = at
      at += 4
      for (const letter of name) byte(letter.charCodeAt(0))
      write(writer)
      const end = at
      at = begin
      int(end - begin - 8)
      at = end
      let crc = -1
      for (let step = begin + 4; step < end; step++) crc = crcTable[(crc ^ out[step]!) & 255]! ^ (crc >>> 8)
      int(~crc)
    }

    /** The block's head: both codes, as lengths which are themselves coded (RFC 1951, 3.2.7). */
    function codes(literal: Code, distance: Code): void {
      const literalCount = Math.max(257, literal.lengths.findLastIndex(length => length > 0) + 1)
      const distanceCount = Math.max(1, distance.lengths.findLastIndex(length => length > 0) + 1)
      const lengths = [
        ...literal.lengths.subarray(0, literalCount),
        ...distance.lengths.subarray(0, distanceCount),
      ]
      const counts = new Uint32Array(19)
      for (const length of lengths) counts[length]! += 1
      const code = huffman.build(counts, 7)
      const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
      const orderCount = Math.max(4, order.findLastIndex(symbol => code.lengths[symbol]! > 0) + 1)
      bits(1, 1)
      bits(2, 2)
      bits(literalCount - 257, 5)
      bits(distanceCount - 1, 5)
      bits(orderCount - 4, 4)
      for (const symbol of order.slice(0, orderCount)) bits(code.lengths[symbol]!, 3)
      for (const length of lengths) bits(code.bits[length]!, code.lengths[length]!)
    }

    function body(
      count: number,
      literal: Code,
      distance: Code,
      left: ReturnType<typeof distanceOf>,
      above: ReturnType<typeof distanceOf>,
    ): void {
      // Local for the time of the loop, as in `symbolsOf`. Up to 15 bits are held between steps, so that 15 more fit.
      let [next, mask, filled] = [at, held, heldBits]
      for (let step = 0; step < count; step++) {
        const symbol = symbols[step]!
        const size = (symbol - 256) >> 1
        const code = symbol < 256 ? symbol : lengthSymbol[size]!
        mask |= literal.bits[code]! << filled
        filled += literal.lengths[code]!
        if (filled >= 16) {
          out[next++] = mask
          out[next++] = mask >>> 8
          mask >>>= 16
          filled -= 16
        }
        if (symbol < 256) continue
        const back = symbol & 1 ? above : left
        mask |= lengthRest[size]! << filled
        filled += lengthExtra[size]!
        if (filled >= 16) {
          out[next++] = mask
          out[next++] = mask >>> 8
          mask >>>= 16
          filled -= 16
        }
        mask |= distance.bits[back.symbol]! << filled
        filled += distance.lengths[back.symbol]!
        if (filled >= 16) {
          out[next++] = mask
          out[next++] = mask >>> 8
          mask >>>= 16
          filled -= 16
        }
        mask |= back.rest << filled
        filled += back.extra
        if (filled >= 16) {
          out[next++] = mask
          out[next++] = mask >>> 8
          mask >>>= 16
          filled -= 16
        }
      }
      at = next
      held = mask
      heldBits = filled
      bits(literal.bits[256]!, literal.lengths[256]!)
      if (heldBits > 0) bits(0, 8 - heldBits)
    }

    const writer = {
      byte,
      int,
      chunk,
      codes,
      body,
      signature: () => [137, 80, 78, 71, 13, 10, 26, 10].forEach(byte),
      result: () => out.subarray(0, at),
    }
    return writer
  }
  type Writer = ReturnType<typeof createWriter>

  return encode
}
