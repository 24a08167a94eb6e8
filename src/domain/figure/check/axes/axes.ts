/** Checks of single axes: tick texts, range slider, range and domain. */

import { counted } from '../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { lengthOf } from '../data/arrays.ts'
import type { Findings } from '../findings.ts'
import type { Letter } from '../layout-parts.ts'
import type { FigureView } from '../views.ts'

/** Checks all cartesian axes. */
export function checkAxes({ tree, findings, parts }: FigureView): void {
  for (const { place, kind } of parts.others)
    if (kind === 'scene')
      for (const letter of ['x', 'y', 'z']) checkPowers(findings, tree.member(place, `${letter}axis`))
  for (const { place: axis, letter } of parts.axes) {
    if (findings.enough) return
    checkSides(findings, axis, letter)
    checkTickTexts(findings, axis)
    checkSlider(findings, axis)
    checkPowers(findings, axis)
    const domain = pairOf(tree, tree.member(axis, 'domain'))
    if (domain && domain[0]! >= domain[1]!)
      findings.warn(tree.member(axis, 'domain'), 'ends before it begins, so the whole width is used')
  }
}

/** Warns of a range of a logarithmic axis that is not in powers of ten. */
function checkPowers(findings: Findings, axis: Place): void {
  const { tree } = findings
  const range = pairOf(tree, tree.member(axis, 'range'))
  if (!range || tree.string(tree.member(axis, 'type')) !== 'log' || Math.max(...range) <= 30) return
  const powers = range.map(each => (each > 0 ? Number(Math.log10(each).toPrecision(3)) : 0))
  findings.warn(
    tree.member(axis, 'range'),
    `is in powers of ten on a logarithmic axis; did you mean [${powers.join(', ')}]?`,
  )
}

/** Warns of a `side` that the axis does not have, and of an `anchor` in the same direction. */
function checkSides(findings: Findings, axis: Place, letter: Letter): void {
  const { tree } = findings
  const [side, anchor] = [tree.member(axis, 'side'), tree.member(axis, 'anchor')]
  const at = side === none ? null : tree.string(side)
  const sides = letter === 'x' ? ['bottom', 'top'] : ['left', 'right']
  const others = letter === 'x' ? ['left', 'right'] : ['bottom', 'top']
  if (at !== null && others.includes(at))
    findings.warn(
      side,
      `is not a side of such an axis, so the default is used; send ${sides.map(each => `"${each}"`).join(' or ')}`,
    )
  const other = letter === 'x' ? 'y' : 'x'
  const id = anchor === none ? null : tree.string(anchor)
  if (id?.startsWith(letter) && /^.\d*$/.test(id))
    findings.warn(
      anchor,
      `is an axis in the same direction, so the default is used; send one such as "${other}"`,
    )
}

/** Warns of a range slider whose axis is hidden. */
function checkSlider(findings: Findings, axis: Place): void {
  const { tree } = findings
  const slider = tree.member(axis, 'rangeslider')
  const isWanted = tree.is(slider, kinds.object) && !tree.is(tree.member(slider, 'visible'), kinds.false)
  if (isWanted && tree.is(tree.member(axis, 'visible'), kinds.false))
    findings.warn(slider, 'is not drawn, because its axis is not visible')
}

function pairOf(tree: FigureTree, place: Place): readonly number[] | null {
  if (!tree.is(place, kinds.array) || tree.count(place) !== 2 || tree.mask(place) !== kinds.number)
    return null
  return tree.value(place) as number[]
}

/** Warns of ticktext without matching tickvals. */
function checkTickTexts(findings: Findings, axis: Place): void {
  const { tree } = findings
  const [texts, places] = [tree.member(axis, 'ticktext'), tree.member(axis, 'tickvals')]
  const mode = tree.string(tree.member(axis, 'tickmode'))
  if (texts === none && places === none) {
    if (mode === 'array')
      findings.warn(
        axis,
        'needs tickvals, the positions of the ticks; without it, they are chosen automatically',
        'tickmode',
      )
    return
  }
  if (mode === 'auto' || mode === 'linear') {
    const member = places === none ? texts : places
    findings.warn(member, `is not drawn with "tickmode": "${mode}"; leave tickmode out`)
  } else if (places === none)
    findings.warn(texts, 'is only drawn with tickvals, the positions of these texts')
  else warnOfLengths(findings, texts, places)
}

function warnOfLengths(findings: Findings, texts: Place, places: Place): void {
  const { tree } = findings
  const [had, wanted] = [lengthOf(tree, texts), lengthOf(tree, places)]
  if (had && wanted && had !== wanted)
    findings.warn(texts, `has ${counted(had, 'text')} for ${wanted} tickvals; send one for each`)
}
