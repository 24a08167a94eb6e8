/** What a create's body says (spec 2, "Request graph configuration"), checked and sliced. */

import { invalidJson } from '../../errors/errors.ts'
import { checkFigure } from './check/figure.ts'
import { maxMembers } from './check/schema/walk.ts'
import { submittedDigest } from './digest.ts'
import { shortened } from './faults.ts'
import { defaultLayout, rememberLayout, withDefaultTemplate } from './layout.ts'
import { type Figure, textIn, toFigureText } from './text.ts'
import { titleOf } from './title.ts'
import { type BodyTree, readTree } from './tree/build.ts'
import { type FigureTree, kinds, none, type Place, root } from './tree/figure-tree.ts'
import type { Warning } from './warning.ts'

export interface Submission {
  readonly figure: Figure
  /** Of the figure, see `figureDigest`: made here, where a large one holds nobody up. */
  readonly digest: string
  readonly title: string | null
  readonly traceTypes: readonly string[]
  /** What will not be drawn as it was meant. */
  readonly warnings: readonly Warning[]
}

/**
 * Checks a body and slices it into texts, without re-serialising anything; large ones are views of the body.
 * Throws `invalid_json` (not JSON: position named) or `invalid_figure` (every fault with its JSON path).
 */
export const readSubmission = (body: Uint8Array): Submission => submissionOf(readTree(bytesOf(body)))

/** The same; null where the body has more values than that, which cost a check more than its bytes do. */
export function readShortSubmission(body: Uint8Array, mostValues: number): Submission | null {
  const bodyTree = readTree(bytesOf(body), mostValues)
  return bodyTree.whole ? submissionOf(bodyTree) : null
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

function submissionOf(bodyTree: BodyTree): Submission {
  const { tree } = bodyTree
  const { bytes } = tree
  refuseDuplicates(tree)
  const { data, layout, frames, traces, findings } = checkFigure(bodyTree)
  const text = (place: Place) => textIn(bytes, tree.start(place), tree.end(place))
  const layoutText = layout === none ? defaultLayout : withDefaultTemplate(tree, layout)
  const figure: Figure = {
    data: text(data),
    layout: toFigureText(layoutText.prefix + layoutText.rest),
    frames: frames === none ? null : text(frames),
  }
  rememberLayout(figure, layoutText)
  return {
    figure,
    digest: submittedDigest(figure.data, layoutText, figure.frames),
    title: titleOf(tree, layout),
    traceTypes: [...new Set(traces.map(trace => trace.type))],
    warnings: findings.warnings,
  }
}

/** Of two values of one name readers would take different ones. */
function refuseDuplicates(tree: FigureTree): void {
  // One with more is refused for that.
  if (!tree.is(root, kinds.object) || tree.count(root) > maxMembers) return
  const seen = new Set<string>()
  for (let member = tree.first(root); member !== none; member = tree.next(member)) {
    const key = tree.key(member)
    if (seen.has(key)) throw invalidJson(`the body has ${JSON.stringify(shortened(key))} twice; send it once`)
    seen.add(key)
  }
}
