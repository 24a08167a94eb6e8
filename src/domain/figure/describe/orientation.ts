/** Whether bars, boxes and funnels lie. */

import type { JsonObject } from '../table/columns.ts'

/** As the trace says; without `orientation`, as the charting library decides by which of x and y it has. */
export function isHorizontal({ orientation, x, y }: JsonObject, type: string): boolean {
  if (orientation === 'h' || orientation === 'v') return orientation === 'h'
  const hasX = isGiven(x)
  if (type === 'funnel') return hasX || !isGiven(y)
  return (type === 'bar' || type === 'waterfall') && hasX && !isGiven(y)
}

const isGiven = (values: unknown): boolean => values !== undefined && values !== null
