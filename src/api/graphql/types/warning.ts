/** Warnings: what will not be drawn as it was meant. */

import type { Warning as FigureWarning } from '../../../domain/figure/warning.ts'
import { builder } from '../builder.ts'

export const Warning = builder.objectRef<FigureWarning>('Warning').implement({
  description: 'A place in the figure that will not be drawn as intended.',
  fields: t => ({
    path: t.exposeString('path', { description: 'A JSON path such as `data[0].marker.colour`.' }),
    message: t.exposeString('message', { description: 'What is ignored or missing, and a remedy.' }),
  }),
})
