/** The image that the parts of the png encoder write. */

export interface PngImage {
  readonly pixels: Uint32Array
  readonly width: number
  readonly height: number
  /** Bytes per pixel: 1 is an index into the palette, 3 a colour, 4 a colour with alpha. */
  readonly depth: 1 | 3 | 4
  /** Whether every pixel is opaque. */
  readonly opaque: boolean
  /** Null if pixels are colours. */
  readonly palette: readonly number[] | null
  /** The indexes of colours in the palette. */
  readonly indexes: ReadonlyMap<number, number>
}

/** Bytes per row, including the byte of its filter. */
export const strideOf = ({ width, depth }: PngImage): number => width * depth + 1
