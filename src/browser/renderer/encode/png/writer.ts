/** Writes bytes, bits and chunks of a png (PNG specification, 5.3). */

/** For each byte, followed by zero to three zero bytes, so that four bytes are processed at once. */
const crcTable = new Int32Array(1024)
for (let byte = 0; byte < 256; byte++) {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  crcTable[byte] = crc
}
for (let at = 256; at < 1024; at++) {
  const crc = crcTable[at - 256]!
  crcTable[at] = crcTable[crc & 255]! ^ (crc >>> 8)
}

/** Used for one image after the other. */
let shared = new Uint8Array(1 << 18)

export class PngWriter {
  readonly out: Uint8Array
  /** The position of the next byte. */
  at = 0
  /** Bits that do not fill a byte yet, and their number. */
  #held = 0
  #heldBits = 0

  /** `capacity` is in bytes. The next writer uses the same memory. */
  constructor(capacity: number) {
    if (shared.length < capacity) shared = new Uint8Array(capacity)
    this.out = shared
  }

  byte(value: number): void {
    this.out[this.at++] = value
  }

  bytes(values: readonly number[]): void {
    for (const value of values) this.byte(value)
  }

  /** Writes four bytes, the most significant first. */
  int(value: number): void {
    for (let shift = 24; shift >= 0; shift -= 8) this.byte(value >>> shift)
  }

  /** Writes bits, the least significant first. */
  bits(value: number, size: number): void {
    this.#held |= value << this.#heldBits
    this.#heldBits += size
    while (this.#heldBits >= 8) {
      this.byte(this.#held)
      this.#held >>>= 8
      this.#heldBits -= 8
    }
  }

  /** Fills the last byte with zero bits. */
  padByte(): void {
    if (this.#heldBits > 0) this.bits(0, 8 - this.#heldBits)
  }

  /**
   * Lets `write` write to `out` itself. It gets the position and the bits that do not fill a byte, and returns them.
   */
  raw(write: (next: number, held: number, heldBits: number) => readonly [number, number, number]): void {
    const [at, held, heldBits] = write(this.at, this.#held, this.#heldBits)
    this.at = at
    this.#held = held
    this.#heldBits = heldBits
  }

  /** Writes a chunk: its length, name and checksum around what `write` writes. */
  chunk(name: string, write: () => void): void {
    const begin = this.at
    this.at += 4
    for (const letter of name) this.byte(letter.charCodeAt(0))
    write()
    const end = this.at
    this.at = begin
    this.int(end - begin - 8)
    this.at = end
    this.int(~crcOf(this.out, begin + 4, end))
  }

  result(): Uint8Array {
    return this.out.subarray(0, this.at)
  }
}

function crcOf(bytes: Uint8Array, from: number, to: number): number {
  let crc = -1
  let step = from
  for (; step + 4 <= to; step += 4) {
    crc ^= bytes[step]! | (bytes[step + 1]! << 8) | (bytes[step + 2]! << 16) | (bytes[step + 3]! << 24)
    crc =
      crcTable[768 + (crc & 255)]! ^
      crcTable[512 + ((crc >>> 8) & 255)]! ^
      crcTable[256 + ((crc >>> 16) & 255)]! ^
      crcTable[crc >>> 24]!
  }
  for (; step < to; step++) crc = crcTable[(crc ^ bytes[step]!) & 255]! ^ (crc >>> 8)
  return crc
}
