/** Reads the body of a create (spec 2, "Request graph configuration"): checks the figure and slices it into texts. */

import { asBuffer } from '../../bytes.ts'
import { checkFigure } from './check/figure.ts'
import { maxMembers } from './check/schema/walk.ts'
import { submittedDigest } from './digest.ts'
import { sentTwice } from './json/body.ts'
import { defaultLayout, rememberLayout, withDefaultTemplate } from './layout.ts'
import { type Figure, textIn, toFigureText } from './text.ts'
import { titleOf } from './title.ts'
import { type BodyTree, readTree } from './tree/build.ts'
import { type FigureTree, kinds, none, type Place, root } from './tree/figure-tree.ts'
import type { Warning } from './warning.ts'

export interface Submission {
  readonly figure: Figure
  /** The `figureDigest`, computed here because large bodies are read in a thread. */
  readonly digest: string
  readonly title: string | null
  readonly traceTypes: readonly string[]
  /** What will not be drawn as it was meant. */
  readonly warnings: readonly Warning[]
}

/**
 * Checks a body and slices it into texts, without serialising anything again. Large texts are views of the body. Throws
 * `invalid_json` with the position, or `invalid_figure` with every fault and its JSON path.
 */
export const readSubmission = (body: Uint8Array): Submission => submissionOf(readTree(asBuffer(body)))

/** The same, but returns null if the body has more than `maxValues` values, which make a check expensive. */
export function readShortSubmission(body: Uint8Array, maxValues: number): Submission | null {
  const bodyTree = readTree(asBuffer(body), maxValues)
  return bodyTree.whole ? submissionOf(bodyTree) : null
}

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

/** Refuses duplicate top-level names, because JSON parsers differ in which value they take. */
function refuseDuplicates(tree: FigureTree): void {
  // A body with more members is refused for that.
  if (!tree.is(root, kinds.object) || tree.count(root) > maxMembers) return
  const seen = new Set<string>()
  for (let member = tree.first(root); member !== none; member = tree.next(member)) {
    const key = tree.key(member)
    if (seen.has(key)) throw sentTwice(key)
    seen.add(key)
  }
}
