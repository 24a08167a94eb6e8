/** Points to be added to the traces of a stored figure: what an append leaves, in the store and between threads. */

import type { FigureText } from './text.ts'

/** Values for the end of one array of a trace. */
export interface Extension {
  /** The trace's place in `data`. */
  readonly trace: number
  /** The array's name, such as `x` or `marker.size`. */
  readonly path: string
  readonly count: number
  /** The values as they were sent, without the brackets around them. */
  readonly items: FigureText
}

/** What one append adds. */
export interface Segment {
  readonly extensions: readonly Extension[]
  /** The arrays named in it hold at most so many values afterwards, the last ones; null: all. */
  readonly keep: number | null
}

type Header = {
  readonly keep: number | null
  readonly parts: readonly (readonly [trace: number, path: string, count: number, bytes: number])[]
}

/** One line of JSON that says what follows, then the values' texts one after another. */
export function packSegment({ extensions, keep }: Segment): Buffer {
  const texts = extensions.map(({ items }) => (typeof items === 'string' ? Buffer.from(items) : items))
  const parts = extensions.map(
    ({ trace, path, count }, i) => [trace, path, count, texts[i]?.length ?? 0] as const,
  )
  return Buffer.concat([Buffer.from(`${JSON.stringify({ keep, parts } satisfies Header)}\n`), ...texts])
}

/** The texts are views of the bytes. */
export function unpackSegment(bytes: Uint8Array): Segment {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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
