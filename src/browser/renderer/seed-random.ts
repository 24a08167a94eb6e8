/**
 * The library takes names of clip paths and gradients from Math.random. Seeding it before each figure makes the same
 * figure give the same bytes.
 */
export function seedRandom(): void {
  let state = 0x9e3779b9
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
