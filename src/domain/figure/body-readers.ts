/** What reads bodies and stored texts: parsing implements it. */

import type { FontUsage } from '../../plotly/font-usage.ts'
import type { AppendRequest } from './append-request.ts'
import type { FactsRequest, FigureFacts } from './facts.ts'
import type { Part } from './json-tree.ts'
import type { FigureShape } from './shape.ts'
import type { Submission } from './submission.ts'
import type { FigureText } from './text.ts'
import type { PointsRequest, TracePoints } from './trace-points.ts'
import type { TraceSpan } from './traces.ts'

/** What reads bodies and stored texts, as the functions of these names do; large ones where they hold nobody up. */
export interface BodyReaders {
  /** Takes the body over: a large one moves to another thread, and the caller's view of it is empty from then on. */
  readSubmission(body: Uint8Array): Submission | Promise<Submission>
  readJsonTree(body: Uint8Array): Part | Promise<Part>
  readTraces(data: Uint8Array): readonly TraceSpan[] | Promise<readonly TraceSpan[]>
  readTracePoints(trace: Uint8Array, request: PointsRequest): TracePoints | Promise<TracePoints>
  quoteText(text: Uint8Array): Buffer | Promise<Buffer>
  /** Takes the body over, as `readSubmission` does. */
  readAppend(body: Uint8Array): AppendRequest | Promise<AppendRequest>
  /** Of a stored `data`, which it leaves as it is. */
  shapeOf(data: string | Uint8Array): FigureShape | Promise<FigureShape>
  /** Takes the texts over, as `readSubmission` does its body. */
  factsOf(texts: Uint8Array, request: FactsRequest): FigureFacts | Promise<FigureFacts>
  fontsOfSvg(svg: Uint8Array): FontUsage | Promise<FontUsage>
  /** Of a stored `data`, which it leaves as it is. */
  writeCsv(data: FigureText): Buffer | Promise<Buffer>
  packCsv(data: FigureText): Buffer | Promise<Buffer>
}
