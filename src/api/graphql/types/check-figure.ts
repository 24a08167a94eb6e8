/** Checking a figure without storing it (contract, "Strictness and warnings"). */

import type { ErrorDetail } from '../../../errors/errors.ts'
import { builder } from '../builder.ts'
import { toAppError } from '../errors.ts'
import { CreateGraphInput, type CreateInput, ErrorDetailType, figureBody } from './create-graph.ts'
import { Warning } from './warning.ts'

interface Check {
  readonly errors: readonly ErrorDetail[]
  readonly warnings: readonly ErrorDetail[]
}

const FigureCheck = builder.objectRef<Check>('FigureCheck').implement({
  description: 'The errors and warnings that `createGraph` would return for a figure.',
  fields: t => ({
    errors: t.field({
      type: [ErrorDetailType],
      description: 'The errors; empty if the figure can be drawn.',
      resolve: ({ errors }) => [...errors],
    }),
    warnings: t.field({
      type: [Warning],
      description: 'Parts that will not be drawn as intended. Empty for figures with errors.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
})

/** As much as a create, which does the same work apart from storing. */
const cost = 10

builder.queryField('checkFigure', t =>
  t.field({
    type: FigureCheck,
    description:
      'Checks a figure like `createGraph`, without storing anything. Needs the scope `graphs:write`.',
    authScopes: { scope: 'graphs:write' },
    complexity: cost,
    args: {
      input: t.arg({
        type: CreateGraphInput,
        required: true,
        description: 'The figure. An `idempotencyKey` is ignored.',
      }),
    },
    resolve: async (_root, { input }, context): Promise<Check> => {
      await context.count('create', await context.actor())
      try {
        const { warnings } = await context.bodies.readSubmission(figureBody(input as CreateInput))
        return { errors: [], warnings }
      } catch (thrown) {
        const { code, message, details } = toAppError(thrown, context.log)
        if (code !== 'invalid_figure' && code !== 'invalid_json') throw thrown
        return { errors: details ?? [{ path: '$', message }], warnings: [] }
      }
    },
  }),
)
