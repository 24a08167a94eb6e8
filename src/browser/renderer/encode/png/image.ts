/** What the parts of the png encoder know of the image they write. */

export interface PngImage {
  readonly pixels: Uint32Array
  readonly width: number
  readonly height: number
  /** Bytes a pixel: 1 is an index into the palette, 3 a colour, 4 a colour with its opacity. */
  readonly depth: 1 | 3 | 4
  /** Whether every pixel is opaque. */
  readonly opaque: boolean
  /** Null where pixels are colours. */
  readonly palette: readonly number[] | null
  /** Places of colours in the palette. */
  readonly indexes: ReadonlyMap<number, number>
}

/** Bytes a row, with its filter's. */
export const strideOf = ({ width, depth }: PngImage): number => width * depth + 1
