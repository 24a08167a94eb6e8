/** The coding of lengths and distances of matches (RFC 1951, 3.2.5). */

/** For the lengths 3 to 258, which have 29 symbols: the symbol, and the number and value of its extra bits. */
export const lengthSymbol = new Uint16Array(259)
export const lengthExtra = new Uint8Array(259)
export const lengthRest = new Uint8Array(259)

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

export interface Distance {
  readonly symbol: number
  /** The number of extra bits, and their value. */
  readonly extra: number
  readonly rest: number
}

/** The coding of a distance in bytes, from 1 to 32,768. */
export function distanceOf(distance: number): Distance {
  if (distance < 5) return { symbol: distance - 1, extra: 0, rest: 0 }
  const extra = 30 - Math.clz32(distance - 1)
  const symbol = 2 * extra + 2 + (((distance - 1) >> extra) & 1)
  return { symbol, extra, rest: (distance - 1) & ((1 << extra) - 1) }
}
