/** What a create's body says (spec 2, "Request graph configuration"), checked and sliced. */

import { invalidJson } from '../../errors/errors.ts'
import type { Figure } from '../graph/graph.ts'
import { shortened } from './faults.ts'
import { figureIndexOf, type Member } from './figure-index.ts'
import { defaultLayout, withDefaultTemplate } from './layout.ts'
import { applyRules } from './rules.ts'
import { textIn, toFigureText } from './text.ts'
import { titleOf } from './title.ts'
import type { Warning } from './warning.ts'

export interface Submission {
  readonly figure: Figure
  readonly title: string | null
  readonly traceTypes: readonly string[]
  /** What will not be drawn as it was meant. */
  readonly warnings: readonly Warning[]
}

/**
 * Checks a body and slices it into texts, without re-serialising anything; large ones are views of the body.
 * Throws `invalid_json` (not JSON: position named) or `invalid_figure` (every fault with its JSON path).
 */
export function readSubmission(body: Uint8Array): Submission {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const outline = figureIndexOf(bytes)
  refuseDuplicates(outline.members)
  const { layout, traceTypes } = applyRules(bytes, outline)

  const text = (member: Member) => textIn(bytes, member.start, member.end)
  const part = (key: string) => outline.members.find(member => member.key === key && member.kind !== 'null')
  const layoutPart = part('layout')
  const framesPart = part('frames')
  return {
    figure: {
      data: text(part('data') as Member),
      layout: layoutPart ? toFigureText(withDefaultTemplate(bytes, layoutPart, outline)) : defaultLayout,
      frames: framesPart ? text(framesPart) : null,
    },
    title: titleOf(layout),
    traceTypes,
    warnings: [],
  }
}

function refuseDuplicates(members: readonly Member[]): void {
  const seen = new Set<string>()
  for (const { key } of members) {
    if (seen.has(key)) throw invalidJson(`the body has ${JSON.stringify(shortened(key))} twice; send it once`)
    seen.add(key)
  }
}
