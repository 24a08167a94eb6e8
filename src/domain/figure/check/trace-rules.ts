/** What the schema alone cannot say of a trace. */

import type { FigureView } from './figure.ts'
import type { TraceView } from './traces.ts'

export const traceRules: readonly ((figure: FigureView, trace: TraceView) => void)[] = []
