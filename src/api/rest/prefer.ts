/** `Prefer: handling=strict` (RFC 7240) and `Plotgate-Warnings` (contract, "Strictness and warnings"). */

import type { Strictness } from '../../domain/figure/strictness.ts'
import type { Warning } from '../../domain/figure/warning.ts'
import type { Context } from '../../http/context.ts'

/** The first of several preferences with the same name counts (RFC 7240, 2). */
const firstHandling = /(?:^|,)\s*handling(?![\w-])(?:\s*=\s*"?([\w-]*))?/i
const quoted = /"[^"]*"/g

/** The requested strictness. Sets `Preference-Applied`, also for errors. */
export function strictnessOf(ctx: Context): Strictness {
  const { prefer } = ctx.req.headers
  if (prefer === undefined) return 'lenient'
  const preferences = [prefer].flat().join(',')
  const [, handling] =
    firstHandling.exec(preferences.replace(quoted, text => text.replaceAll(',', ' '))) ?? []
  if (handling?.toLowerCase() !== 'strict') return 'lenient'
  ctx.res.setHeader('Preference-Applied', 'handling=strict')
  return 'strict'
}

/** Sets `Plotgate-Warnings` if there are any. */
export function countWarnings(ctx: Context, warnings: readonly Warning[]): void {
  if (warnings.length > 0) ctx.res.setHeader('Plotgate-Warnings', String(warnings.length))
}
