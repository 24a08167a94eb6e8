/** A segment holds the points of one append, as kept in the store and passed between threads. */

import { asBuffer } from '../../../bytes.ts'
import type { FigureText } from '../text.ts'

/** Values that are added at the end of one array of a trace. */
export interface Extension {
  /** The index of the trace in `data`. */
  readonly trace: number
  /** The array's name, such as `x` or `marker.size`. */
  readonly path: string
  readonly count: number
  /** The values as they were sent, without the brackets around them. */
  readonly items: FigureText
}

/** The points of one append. */
export interface Segment {
  readonly extensions: readonly Extension[]
  /** How many values (the last ones) the extended arrays keep; null for all. */
  readonly keep: number | null
}

type Header = {
  readonly keep: number | null
  readonly parts: readonly (readonly [trace: number, path: string, count: number, bytes: number])[]
}

/** Serialises a segment: a line of JSON with the lengths, then the texts of the values. */
export function packSegment({ extensions, keep }: Segment): Buffer {
  const texts = extensions.map(({ items }) => (typeof items === 'string' ? Buffer.from(items) : items))
  const parts = extensions.map(
    ({ trace, path, count }, i) => [trace, path, count, texts[i]?.length ?? 0] as const,
  )
  return Buffer.concat([Buffer.from(`${JSON.stringify({ keep, parts } satisfies Header)}\n`), ...texts])
}

/** Reads a serialised segment. Its texts are views of the bytes. */
export function unpackSegment(bytes: Uint8Array): Segment {
  const buffer = asBuffer(bytes)
  const line = buffer.indexOf('\n')
  const { keep, parts }: Header = JSON.parse(buffer.toString('utf8', 0, line))
  let at = line + 1
  const extensions = parts.map(([trace, path, count, length]) => {
    const items = buffer.subarray(at, at + length)
    at += length
    return { trace, path, count, items }
  })
  return { extensions, keep }
}
