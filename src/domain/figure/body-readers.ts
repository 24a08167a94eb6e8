/** The interface for reading bodies and stored texts. `src/parsing` implements it. */

import type { FontUsage } from '../../plotly/font-usage.ts'
import type { AppendRequest } from './append/append-request.ts'
import type { FigureShape } from './append/figure-shape.ts'
import type { SlowPart } from './check/slow-part.ts'
import type { FactsRequest, FigureFacts } from './facts.ts'
import type { Part } from './json/json-tree.ts'
import type { Submission } from './submission.ts'
import type { PointsRequest, TracePoints } from './table/trace-points.ts'
import type { FigureText } from './text.ts'
import type { TraceSpan } from './traces.ts'

/** Each method does what the function of the same name does, but handles large inputs off the main thread. */
export interface BodyReaders {
  /** Takes over the body: a large one is transferred to another thread, which empties the caller's view of it. */
  readSubmission(body: Uint8Array): Submission | Promise<Submission>
  readJsonTree(body: Uint8Array): Part | Promise<Part>
  readTraces(data: Uint8Array): readonly TraceSpan[] | Promise<readonly TraceSpan[]>
  readTracePoints(trace: Uint8Array, request: PointsRequest): TracePoints | Promise<TracePoints>
  quoteText(text: Uint8Array): Buffer | Promise<Buffer>
  /** Takes over the body like `readSubmission`. */
  readAppend(body: Uint8Array): AppendRequest | Promise<AppendRequest>
  /** Of a stored `data`, which it leaves as it is. */
  shapeOf(data: string | Uint8Array): FigureShape | Promise<FigureShape>
  /** Takes over the texts like `readSubmission` its body. */
  factsOf(texts: Uint8Array, request: FactsRequest): FigureFacts | Promise<FigureFacts>
  /** Takes over the texts like `readSubmission` its body. */
  slowPartOf(texts: Uint8Array, dataEnd: number): SlowPart | Promise<SlowPart>
  fontsOfSvg(svg: Uint8Array): FontUsage | Promise<FontUsage>
  /** Of a `tableTextOf`, which it leaves as it is. */
  writeCsv(text: FigureText): Buffer | Promise<Buffer>
  packCsv(text: FigureText): Buffer | Promise<Buffer>
}
