/** What several operations accept, in the OpenAPI document. */

import { z } from 'zod'
import { exampleFigure, expires, figureRequest, graphId, idempotencyKey, prefer } from '../rest/shapes.ts'

/** The security of operations that need a key. */
export const keyed = [{ apiKey: [] }]

/** The path of an operation on one graph. */
export const graphPath = z.object({ graph_id: graphId })

/** The headers of operations that store a figure. */
export const figureHeaders = z.object({
  'Idempotency-Key': idempotencyKey.optional(),
  Prefer: prefer.optional(),
  'Plotgate-Expires': expires.optional(),
})

/** The body of operations that take a figure. */
export const figureBody = {
  required: true,
  content: { 'application/json': { schema: figureRequest, example: exampleFigure } },
}
