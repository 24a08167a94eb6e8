/** Whether bars, boxes and funnels lie. */

import type { JsonObject } from '../table/columns.ts'

/** As the trace says; without `orientation`, as the charting library decides by which of x and y it has. */
export function isHorizontal({ orientation, x, y }: JsonObject, type: string): boolean {
  if (orientation === 'h' || orientation === 'v') return orientation === 'h'
  const [hasX, hasY] = [x ?? null, y ?? null].map(each => each !== null)
  if (type === 'funnel') return !hasY || hasX === true
  return (type === 'bar' || type === 'waterfall') && hasX === true && !hasY
}
