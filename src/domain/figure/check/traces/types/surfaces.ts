/** Checks surfaces, volumes, cones and streamtubes. */

import { counted } from '../../../faults.ts'
import { kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { maxCells } from '../../costs/budgets.ts'
import { extentOf, isFlat, lengthOf, numbersOf } from '../../data/arrays.ts'
import { maxCount } from '../../schema/counts.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Checks the matrices of positions and colours against `z`. */
export function checkSurface({ tree, findings }: FigureView, { place }: TraceView): void {
  const rows = lengthOf(tree, tree.member(place, 'z')) ?? 0
  // Nothing is drawn, so the library does not fail.
  if (rows === 0) return
  for (const name of ['x', 'y', 'surfacecolor']) {
    const data = tree.member(place, name)
    const count = lengthOf(tree, data)
    if (count === null || (count === 0 && name !== 'surfacecolor')) continue
    const flat = isFlat(tree, data)
    if (count < rows && (name === 'surfacecolor' || !flat))
      findings.error(
        data,
        `has ${counted(count, 'row')}, but z has ${rows}; send as many rows, with the same lengths`,
      )
    else if (flat && name === 'surfacecolor' && tree.mask(data) & kinds.null)
      findings.error(data, 'contains null where a row is expected; send rows like those of z: [[ … ], [ … ]]')
    else if (flat && name === 'surfacecolor')
      findings.warn(
        data,
        'is a single row of values, so it has no effect; send rows like those of z: [[ … ], [ … ]]',
      )
    else if (name !== 'surfacecolor' && tree.is(data, kinds.array) && isAbsent(data, flat))
      findings.error(data, 'contains nothing but null; send positions, or leave it out')
  }

  function isAbsent(data: Place, flat: boolean): boolean {
    if (flat) return tree.mask(data) === kinds.null
    const holdsNull = (rows: readonly unknown[]) => rows.flat().every(each => each === null)
    return holdsNull(headOf(tree, data)) && holdsNull(tree.value(data) as unknown[])
  }
}

/** The maximum length of vectors, whose products must not overflow. */
const longest = 1e60

/** The maximum number of pieces of a streamtube. Measured: a million 17 s. */
const maxPieces = 200_000

/** Checks the lengths and the number of cones and streamtubes. */
export function checkArrows({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const size = tree.member(place, 'sizeref')
  if ((tree.number(size) ?? 0) > longest)
    findings.error(size, `is more than can be drawn; send at most ${longest}`)
  const pieces = tree.member(place, 'maxdisplayed')
  if (type === 'streamtube' && (tree.number(pieces) ?? 0) > maxPieces)
    findings.error(pieces, `is more than can be drawn; send at most ${maxPieces}`)
  if (type === 'streamtube') {
    for (const name of ['x', 'y', 'z']) {
      const data = tree.member(place, name)
      if (tree.is(data, kinds.array) && tree.mask(data) === kinds.null)
        findings.error(data, 'contains nothing but null; send positions')
    }
  }
  if (type !== 'cone') return
  let zeros = 0
  for (const name of ['u', 'v', 'w']) {
    const data = tree.member(place, name)
    const ends = data === none || lengthOf(tree, data) === null ? null : extentOf(numbersOf(tree, data))
    if (ends && Math.max(-ends[0], ends[1]) > longest)
      findings.error(data, `contains a length that cannot be drawn; send at most ${longest}`)
    if (ends?.every(end => end === 0)) zeros += 1
  }
  if (zeros === 3)
    findings.warn(tree.member(place, 'u'), 'is 0 everywhere, like v and w, so no cone is drawn; send lengths')
}

/** Limits the surfaces of a volume, each of which is computed from all cells. */
export function checkVolume({ tree, findings }: FigureView, { place }: TraceView): void {
  const count = tree.at(place, 'surface', 'count')
  const cells = lengthOf(tree, tree.member(place, 'value')) ?? 0
  const surfaces = tree.number(count) ?? 1
  if (surfaces <= maxCount && surfaces * cells > maxCells)
    findings.error(
      count,
      `${surfaces} surfaces through ${cells} cells are more than can be drawn; send fewer of them`,
    )
}
