/** Memory for the pixels of one image after the other, which would otherwise be new for each. */

let kept = new ArrayBuffer(0)
/** In bytes. */
export const maxKept = 2 ** 24

/** Its bytes are those of the last image. A larger one has memory of its own. */
export function pixelMemory(bytes: number): Uint8Array<ArrayBuffer> {
  if (bytes > maxKept) return new Uint8Array(bytes)
  if (bytes > kept.byteLength) kept = new ArrayBuffer(bytes)
  return new Uint8Array(kept, 0, bytes)
}

/** Words that have red in their lowest bits get blue there, and the other way round. */
export function swapRedAndBlue(words: Uint32Array): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    words[at] = (word & 0xff00ff00) | ((word & 0xff) << 16) | ((word >>> 16) & 0xff)
  }
}
