/** Bytes as Node's buffers. */

/** A view of the same memory with the methods of a buffer. Nothing is copied. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
